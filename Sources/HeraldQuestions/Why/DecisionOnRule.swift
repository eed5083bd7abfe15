import Herald

/// Chooses the decision that *why not this rule* is about, where no revision is asked for.
///
/// The last prompt shown may be long ago, and the last decision may be one that nothing could come of: a heartbeat, a
/// return in the middle of something, a prompt on the screen. So it is the newest decision that came to the rules, under
/// the policy of the last decision and where there is one, caused by a person. Where that policy lacks the rule, it is
/// the last decision, which says so.
struct DecisionOnRule {
  private let rule: ExactString
  private var byPerson: FoundDecision?
  private var byAnything: FoundDecision?

  init(_ rule: ExactString) { self.rule = rule }

  /// Takes note of the stream's next decision.
  mutating func keep(_ found: FoundDecision) {
    guard found.decision.reason.isLasting else { return }
    byAnything = found
    if found.decision.question.trigger.isByPerson { byPerson = found }
  }

  /// Takes note of what the app showed after a decision.
  mutating func record(_ judged: JudgedPrompt) {
    byPerson?.record(judged)
    byAnything?.record(judged)
  }

  /// The decision that the question is about.
  ///
  /// - Parameters:
  ///   - last: the last decision of the stream.
  ///   - lastByPerson: the last one that a person caused.
  func found(last: FoundDecision?, lastByPerson: FoundDecision?) -> FoundDecision? {
    guard let last else { return nil }
    let policy = last.step.state.policy
    let isKnown = policy?.rule(rule) != nil
    let candidates = [byPerson, byAnything].compactMap(\.self)
    let fitting = isKnown ? candidates.filter { $0.step.state.policy?.digest == policy?.digest } : []
    let isPush = rule == Prompt.pushRule
    var found = (isPush ? lastByPerson : fitting.first) ?? last
    found.latest = last.decision.revision
    let newest = fitting.map(\.decision.revision).max()
    found.choice = isPush ? .byPerson : found.decision.revision == newest ? .onRules : .onRulesByPerson
    return found
  }
}

extension DecisionReason {
  /// False for a reason that is over soon, and that says nothing of the rules.
  fileprivate var isLasting: Bool {
    switch self {
    case .shown, .notLaunched, .underReview, .noPolicy, .otherPackage, .noRule: true
    case .alreadyVisible, .silent, .busy: false
    }
  }
}

/// The way in which a decision was chosen among others, where it is not the last one.
enum DecisionChoice: Sendable {
  /// The newest that came to the rules.
  case onRules
  /// The newest of a person that came to the rules, before a newer one of anything else.
  case onRulesByPerson
  /// The newest of a person, whatever it came to.
  case byPerson

  /// The clause behind *the newest decision*.
  fileprivate var words: String {
    switch self {
    case .onRules: "that came to the rules"
    case .onRulesByPerson: "that a person caused and that came to the rules"
    case .byPerson: "that a person caused"
    }
  }
}

extension FoundDecision {
  /// The sentence that says which decision was taken where no revision was asked for; otherwise nil.
  var takenWords: String? {
    guard let latest, let choice else { return nil }
    let own = decision.revision
    if own == latest { return "No revision was given: this is about the last decision, of revision \(own)." }
    return "No revision was given: this is about revision \(own), the newest decision \(choice.words); the last "
      + "decision, of revision \(latest), is another one."
  }
}
