/// The pure decision: a state and a question in, an answer with its reasons out.
public struct Decider: Sendable {
  /// What was worked out for pairs of policy and profile; it changes the time an answer takes and nothing else.
  private var standings: [Pair: Known] = [:]
  private var last: Known?
  private var values = PropertyValues()
  /// How much is kept, in pieces of some 32 bytes: one for each rule, and some for a pair. Far below what a log may
  /// bring of either: each of its devices may say something else of itself.
  private var size = 0
  private let mostSize: Int
  private static let pairSize = 12

  private struct Pair: Hashable {
    let policy: ObjectIdentifier
    let profile: ObjectIdentifier
  }

  /// Keeps what the identifiers stand for alive, so that they stay theirs. Policies from one document share one.
  private struct Known: Sendable {
    let policy: Policy
    let profile: Profile
    let standing: Standing
  }

  public init() { self.init(mostSize: 1 << 20) }

  /// - Parameter mostSize: how much is kept, in pieces of some 32 bytes.
  package init(mostSize: Int) { self.mostSize = mostSize }

  /// Decides what to show.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - state: the state after the event that asks.
  @inline(__always)
  public mutating func decide(_ question: Question, in state: InstallationState) -> Decision {
    if let reason = Self.silence(question, in: state) {
      return Decision(question, revision: state.revision, reason: reason)
    }
    let standing = state.policy.map { known(state, $0) }
    if let ending = Self.ending(question, in: state, standing) { return ending }
    guard let policy = state.policy, let standing else {
      return Decision(question, revision: state.revision, reason: .noPolicy)
    }
    let situation = Situation(records: state.records, question: question, standing: standing)
    return Self.decide(situation, under: policy, revision: state.revision)
  }

  @inline(__always)
  private mutating func known(_ state: InstallationState, _ policy: Policy) -> Standing {
    // Events of one installation come after each other where a ledger is replayed.
    let policy = policy.shared
    if let last, last.policy === policy, last.profile === state.profile { return last.standing }
    let pair = Pair(policy: ObjectIdentifier(policy), profile: ObjectIdentifier(state.profile))
    if let known = standings[pair] {
      last = known
      return known.standing
    }
    if size > mostSize { forget() }
    let standing = Standing(of: state, under: policy, reading: &values)
    let known = Known(policy: policy, profile: state.profile, standing: standing)
    standings[pair] = known
    size += Self.pairSize + policy.rules.count
    last = known
    return standing
  }

  private mutating func forget() {
    standings.removeAll(keepingCapacity: true)
    size = 0
  }

  /// Why nothing is shown whatever the policy says.
  @inline(__always)
  static func silence(_ question: Question, in state: InstallationState) -> DecisionReason? {
    if state.counts.launches == 0 { return .notLaunched }
    if state.visible != nil { return .alreadyVisible }
    if question.trigger == .heartbeat { return .silent }
    if question.trigger == .foreground, question.isBusy { return .busy }
    return nil
  }

  /// What ends a decision before any rule is looked at: a review, a latched push, no policy of this app.
  @inline(__always)
  static func ending(_ question: Question, in state: InstallationState, _ standing: Standing?) -> Decision? {
    if standing?.isUnderReview == true { return Decision(question, revision: state.revision, reason: .underReview) }
    if let latch = state.latch, question.trigger.showsLatch(under: state.policy) {
      let prompt = Prompt(
        rule: Prompt.pushRule, kind: .force, texts: nil, language: nil,
        destination: latch.url, isSkippable: false,
        ownLanguage: standing?.ownLanguage ?? OwnLanguage(for: state.profile[.deviceLanguage]))
      return Decision(question, revision: state.revision, reason: .shown, prompt: prompt)
    }
    guard let standing else { return Decision(question, revision: state.revision, reason: .noPolicy) }
    return standing.isThisApp ? nil : Decision(question, revision: state.revision, reason: .otherPackage)
  }

  /// The first rule that passes every test is shown.
  @inline(__always)
  private static func decide(_ start: Situation, under policy: Policy, revision: Int) -> Decision {
    var situation = start
    var witness = NoWitness()
    var failures = Failures()
    let tests = RuleTest.inOrder
    for (index, rule) in policy.rules.enumerated() {
      situation.ruleIndex = index
      let failed = firstFailure(of: rule, tests, situation, &witness)
      failures.append(failed)
      if failed == nil {
        return Decision(
          situation.question, revision: revision, reason: .shown,
          prompt: rule.prompt(situation.standing, at: index), policy: policy, failures: failures)
      }
    }
    return Decision(
      situation.question, revision: revision, reason: .noRule, policy: policy, failures: failures)
  }

  @inline(__always)
  private static func firstFailure<W: Witness>(
    of rule: Rule, _ tests: [RuleTest], _ situation: borrowing Situation, _ witness: inout W
  ) -> RuleTest? {
    for test in tests where !test.passes(rule, situation, &witness) { return test }
    return nil
  }
}

extension Trigger {
  /// Whether a latched push is shown at this trigger.
  func showsLatch(under policy: Policy?) -> Bool {
    switch self {
    case .launch, .login, .manual, .operation: true
    case .foreground: policy?.pushOnForeground ?? false
    case .schedule, .heartbeat: false
    }
  }
}

extension Rule {
  /// The prompt that the rule shows, once it has passed its tests.
  func prompt(_ standing: Standing, at index: Int) -> Prompt {
    let choice = standing.rules[index].text
    return Prompt(
      rule: id, kind: kind, texts: choice?.texts, language: choice?.language,
      destination: standing.isAndroid ? destinations.onAndroid : destinations.elsewhere, isSkippable: isSkippable,
      ownLanguage: standing.ownLanguage)
  }
}
