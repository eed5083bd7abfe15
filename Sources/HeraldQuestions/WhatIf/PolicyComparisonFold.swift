import Herald
import HeraldLog

/// The first pass over a log. It collects the users' answers, a byte for each, and folds nothing.
struct AnswersVisitor: ReplayVisitor {
  private(set) var answers: [ExactString: LoggedAnswers] = [:]

  var needsStates: Bool { false }

  mutating func visit(_ moment: inout ReplayMoment) {
    // Most events change nothing on the screen, and need no look into the dictionary.
    if let change = moment.data.screenChange { answers[moment.source, default: LoggedAnswers()].note(change) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if answers[source]?.isEmpty == true { answers[source] = nil }
  }
}

/// The second pass. It replays each installation under both policies. A ledger has one installation after the other.
struct PolicyComparisonFold<Taker: PolicyComparisonSink>: ReplayVisitor {
  /// Takes what is found.
  var taker: Taker
  let policies: ComparedPolicies
  private var answers: [ExactString: LoggedAnswers] = [:]
  private var lives: [ExactString: Installation] = [:]
  private var decider = Decider()

  /// A class, because a dictionary would move the large states of both policies at each event.
  private final class Installation {
    var lives: PolicyComparison
    init(_ lives: PolicyComparison) { self.lives = lives }
  }

  init(_ policies: ComparedPolicies, to taker: Taker) {
    self.policies = policies
    self.taker = taker
  }

  /// Replays events twice: for the users' answers, then under both policies.
  mutating func replay(_ events: some ReplayedEvents) throws {
    var answers = AnswersVisitor()
    try events.replay(visitor: &answers)
    begin(answers)
    try events.replay(visitor: &self)
  }

  /// Begins the second pass over events.
  mutating func begin(_ first: AnswersVisitor) {
    answers = first.answers
    lives.removeAll()
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let (fact, source, decision) = (moment.fact, moment.source, moment.decision)
    let compared = installation(source).lives.note(
      fact, decision: decision, underBaseline: policies.baseline(fact.data), underOther: policies.other(fact.data),
      decider: &decider)
    try taker.lived(compared, at: fact, of: source, on: moment.state.profile)
  }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    installation(source).lives.begin(in: state, underBaseline: policies.baseline, underOther: policies.other)
  }

  private mutating func installation(_ source: ExactString) -> Installation {
    if let known = lives[source] { return known }
    let new = Installation(
      PolicyComparison(of: source, answers: answers.removeValue(forKey: source) ?? LoggedAnswers()))
    lives[source] = new
    return new
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    // An installation counts even if --until cuts off all its events.
    let change = installation(source).lives.change
    lives[source] = nil
    try taker.changed(change)
  }
}

/// Takes what a life under two policies shows, event by event and at its end.
protocol PolicyComparisonSink {
  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile) throws
  mutating func changed(_ change: PolicyChange) throws
}
