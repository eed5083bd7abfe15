import Herald
import HeraldLog

/// The parts of an answer that stay so while its log gets smaller.
public enum KeptAnswer: String, Hashable, Sendable, CaseIterable {
  /// The reason, the rule and the kind.
  case shown
  /// Also the failed test of each rule that the decision looked at, and the refusal that the state told.
  case tests
  /// Also the verdict on the showing or the decision, with the events up to the one that settles it.
  case audit
}

/// The claim that a decision, and the event that is asked about, stay as they were.
struct DecisionClaim: IncidentClaim {
  /// The index of the event that is asked about, and of the one that asked for the decision behind it.
  let asked: Int
  let decided: Int
  let wanted: WantedDecision
  /// The reason why the event that is asked about changed nothing; nil where it had an effect.
  let ignored: IgnoredEvent?
  /// The verdict that stays; nil where none is asked for, or there was none.
  let verdict: AuditVerdict?
  let keepsVerdict: Bool

  struct Progress {
    var behind = DecisionBehind()
    var isAnswered = false
    var hasDecision = false
    var verdict: AuditVerdict?
    var ignored: IgnoredEvent?
    /// The event that asked for the decision behind the one that is asked about.
    var found: Int?
  }

  var beginning: Progress { Progress() }
  var stays: Set<Int> { [asked, decided] }

  func meet(
    _ index: Int, _ fact: borrowing Fact, in state: borrowing InstallationState, _ progress: inout Progress
  ) {
    progress.behind.meet(index, fact.data, in: state)
    if index == asked {
      progress.found = progress.behind.asked
      progress.ignored = IgnoredEvent(fact.data, in: copy state)
    }
  }

  func take(_ moment: borrowing RelivedMoment, _ progress: inout Progress) -> KeptPart? {
    if let judged = moment.judged, wanted.isJudged(by: judged) { progress.verdict = judged.verdict }
    if moment.index == decided {
      guard let decision = moment.decision else { return .answer }
      if let part = wanted.difference(from: decision, in: moment.state) { return part }
      progress.hasDecision = true
    }
    if moment.index == asked {
      guard progress.found == decided, progress.ignored == ignored else { return .event }
      progress.isAnswered = true
    }
    return nil
  }

  func end(_ judged: JudgedPrompt?, _ progress: Progress) -> KeptPart? {
    guard progress.hasDecision, progress.isAnswered else { return .event }
    guard keepsVerdict else { return nil }
    let last = judged.flatMap { wanted.isJudged(by: $0) ? $0.verdict : nil }
    return (last ?? progress.verdict) == verdict ? nil : .verdict
  }
}

/// The decision that stays, with the state that it was taken on.
struct WantedDecision {
  let decision: Decision
  let profile: Profile
  let refused: DocumentRefusal?
  let keeps: KeptAnswer
  /// The rules whose failed tests stay; nil for all.
  let rules: Set<ExactString>?
  /// The revision of the showing that is asked about; nil where another event is.
  let showing: Int?
  /// True if the whole prompt stays, with language, destination and buttons.
  var keepsPrompt = false

  init(
    _ decision: Decision, in state: InstallationState, keeping keeps: KeptAnswer, of rules: [ExactString],
    showing: Int?
  ) {
    self.decision = decision
    self.keeps = keeps
    self.rules = rules.isEmpty ? nil : Set(rules)
    self.showing = showing
    profile = state.profile
    refused = state.refused
    failed = Self.failed(of: decision, self.rules)
  }

  private typealias Result = (rule: ExactString, failed: RuleTest?)
  private let failed: [Result]

  private static func failed(of decision: Decision, _ rules: Set<ExactString>?) -> [Result] {
    decision.considered.map { ($0.rule.id, $0.failed) }.filter { rules?.contains($0.0) ?? true }
  }

  /// The part in which another decision differs; nil where it says the same.
  func difference(from other: Decision, in state: InstallationState) -> KeptPart? {
    if keeps != .shown, let part = testDifference(from: other) { return part }
    guard other.reason == decision.reason, other.prompt?.rule == decision.prompt?.rule,
      other.prompt?.kind == decision.prompt?.kind
    else { return .answer }
    if keepsPrompt, other.prompt.map(\.line) != decision.prompt.map(\.line) { return .answer }
    if keeps == .shown { return nil }
    if let name = other.comparedProperties(of: rules).sorted().first(where: { state.profile[$0] != profile[$0] }) {
      return .property(name)
    }
    return state.refused?.reason == refused?.reason && state.refused?.digest == refused?.digest ? nil : .refusal
  }

  /// True if a decision of a log that was written and read again says the same.
  func isSaid(by other: Decision) -> Bool {
    other.reason == decision.reason && other.prompt?.rule == decision.prompt?.rule
      && other.prompt?.kind == decision.prompt?.kind && (keeps == .shown || testDifference(from: other) == nil)
  }

  private func testDifference(from other: Decision) -> KeptPart? {
    let others = Self.failed(of: other, rules)
    if others.count == failed.count, zip(others, failed).allSatisfy({ $0.rule == $1.rule && $0.failed == $1.failed }) {
      return nil
    }
    for (rule, test) in failed {
      guard let test, others.first(where: { $0.rule == rule })?.failed != test else { continue }
      return .test(rule: rule, test)
    }
    return .answer
  }

  /// True for the judgement that the answer is about.
  func isJudged(by judged: JudgedPrompt) -> Bool {
    if let showing { return judged.showing != nil && judged.revision == showing }
    return judged.decision?.revision == decision.revision
  }
}

extension Prompt {
  /// The prompt as a decision's line has it.
  fileprivate var line: String {
    var output = JSONWriter()
    write(into: &output)
    return output.string
  }
}

/// The event behind each event that asked for a decision, as `herald why` looks for it.
struct DecisionBehind {
  private var last: Int?
  private var behindShowing: Int?
  /// The event that asked for the decision behind the last event that was met.
  private(set) var asked: Int?

  /// Takes note of the next event.
  ///
  /// - Parameter state: the state before it.
  mutating func meet(_ index: Int, _ data: EventData, in state: borrowing InstallationState) {
    if data.decisionTrigger != nil {
      last = index
      asked = index
      return
    }
    switch data.screenChange {
    case .shown:
      if !state.isOnScreen(data) { behindShowing = last }
      asked = behindShowing
    case .answered(let answer) where state.visible?.prompt == answer.prompt: asked = behindShowing
    case .answered, .cleared, nil: asked = last
    }
  }
}
