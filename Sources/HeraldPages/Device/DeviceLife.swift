import HeraldQuestions
import Herald
import HeraldLog

/// Collects the data of one installation's page while its stream is replayed.
struct DeviceLife {
  /// The most events on a page that stands alone; the last ones are kept.
  static let limit = 20_000

  let source: ExactString
  private let limit: Int
  private(set) var moments: [Moment] = []
  private(set) var explanations = KeptExplanations()
  private(set) var judged: [JudgedPrompt] = []
  var documents = ArrivedDocuments()
  private(set) var showings = PastShowings()
  private(set) var clock = ClockSteps()
  private(set) var eventCount = 0
  /// The times of the first and the last event that have one.
  private(set) var first: DeviceTime?
  private(set) var last: DeviceTime?
  private var causes = Provenance()
  private var audit = PromptAudit()

  /// An event, the states around it, and the decision that it asked for.
  struct Moment {
    let event: Event
    let words: EventWords
    let before: InstallationState
    let state: InstallationState
    let decision: Decided?
  }

  /// The part of a decision that the page tells. A decision itself has a byte for each rule of its policy.
  struct Decided {
    let revision: Int
    let trigger: Trigger
    let reason: DecisionReason
    let prompt: Prompt?
    /// The reason why nothing is shown, as the end of a sentence.
    let silence: String
    let rules: SelectedRules

    init(_ decision: Decision, _ rules: SelectedRules) {
      (revision, trigger, reason) = (decision.revision, decision.question.trigger, decision.reason)
      (prompt, silence, self.rules) = (decision.prompt, decision.silence, rules)
    }
  }

  init(_ source: ExactString, limit: Int = Self.limit) {
    self.source = source
    self.limit = limit
  }

  mutating func record(_ step: ReplayStep) {
    eventCount += 1
    clock.record(revision: step.event.revision, at: step.event.time)
    if !step.event.time.isMissing { (first, last) = (first ?? step.event.time, step.event.time) }
    causes.record(step.event, before: step.before, after: step.state)
    showings.record(step.event, before: step.before)
    documents.record(step.event, after: step.state)
    if case .shown = step.event.data.screenChange { explanations.keepLast() }
    let decided = step.decision.map { Decided($0, SelectedRules(of: $0, in: step.state)) }
    if let decision = step.decision, let decided { explanations.record(decision, decided.rules, in: step, causes) }
    if let judgement = audit.record(step.event.fact, after: step.before.revision, decision: step.decision) {
      judged.append(judgement)
    }
    moments.append(
      Moment(
        event: step.event.withoutDocument, words: EventWords(step.event, from: step.before, to: step.state),
        before: step.before,
        state: step.state, decision: decided))
    if moments.count >= 2 * limit { moments.removeFirst(limit) }
  }

  /// Call it after the last event.
  mutating func end() {
    if let judgement = audit.end() { judged.append(judgement) }
    moments = moments.suffix(limit)
  }

  var state: InstallationState { moments.last?.state ?? InstallationState() }

  /// The judged prompts that belong to events of the page.
  var judgedHere: [JudgedPrompt] {
    guard let first = moments.first?.event.revision else { return [] }
    return judged.filter { $0.revision >= first }
  }

  /// The user's answer to a showing; nil where it was never answered.
  func answer(to prompt: JudgedPrompt) -> PastShowing.Answer? {
    guard let showing = prompt.showing else { return nil }
    return showings[showing.rule].first { $0.event.revision == prompt.revision }?.answer
  }
}

extension Event {
  /// The event without its document, which the page contains only once.
  fileprivate var withoutDocument: Event {
    guard case .fetchSucceeded(var fetch) = data else { return self }
    fetch.document = nil
    var event = self
    event.data = .fetchSucceeded(fetch)
    return event
  }
}
