import Herald
import HeraldLog

/// One installation's life, collected for its page while its stream is replayed.
struct DeviceLife {
  /// How many events a page carries at most: the last ones.
  static let limit = 20_000

  let source: ExactString
  private(set) var moments: [Moment] = []
  private(set) var explanations = KeptExplanations()
  private(set) var judged: [JudgedPrompt] = []
  var documents = ArrivedDocuments()
  private(set) var showings = PastShowings()
  private(set) var eventCount = 0
  private(set) var first: DeviceTime?
  private var causes = Causes()
  private var audit = PromptAudit()

  /// An event with what followed from it.
  struct Moment {
    let event: Event
    let words: EventWords
    let before: InstallationState
    let state: InstallationState
    let decision: Decision?
  }

  init(_ source: ExactString) { self.source = source }

  mutating func note(_ step: ReplayStep) {
    eventCount += 1
    first = first ?? step.event.time
    causes.note(step.event, before: step.before, after: step.state)
    showings.note(step.event, before: step.before)
    documents.note(step.event, after: step.state)
    if case .promptShown = step.event.data { explanations.keepLast() }
    if let decision = step.decision { explanations.note(decision, in: step, causes) }
    if let judgement = audit.note(step.event.fact, decision: step.decision) { judged.append(judgement) }
    moments.append(
      Moment(
        event: step.event.withoutDocument, words: EventWords(step.event, in: step.state), before: step.before,
        state: step.state, decision: step.decision))
    if moments.count >= 2 * Self.limit { moments.removeFirst(Self.limit) }
  }

  /// Tells that the stream has no more events.
  mutating func end() {
    if let judgement = audit.end() { judged.append(judgement) }
    moments = moments.suffix(Self.limit)
  }

  var state: InstallationState { moments.last?.state ?? InstallationState() }
  var last: DeviceTime? { moments.last?.event.time }

  /// The judged prompts that stand among the events of the page.
  var judgedHere: [JudgedPrompt] {
    guard let first = moments.first?.event.revision else { return [] }
    return judged.filter { $0.revision >= first }
  }

  /// What the user answered to a showing; nil for one that was never answered.
  func answer(to prompt: JudgedPrompt) -> PastShowing.Answer? {
    guard let showing = prompt.showing else { return nil }
    return showings[showing.rule].first { $0.event.revision == prompt.revision }?.answer
  }
}

extension Event {
  /// The event but for the document that it brought, which the page has once.
  fileprivate var withoutDocument: Event {
    guard case .fetchSucceeded(var fetch) = data else { return self }
    fetch.document = nil
    var event = self
    event.data = .fetchSucceeded(fetch)
    return event
  }
}
