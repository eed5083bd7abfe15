import Herald
import HeraldLog

/// Watches a condition over all streams of a log while it is replayed.
struct BisectVisitor: StepVisitor {
  let only: ExactString?
  private let condition: Condition
  private(set) var report: BisectReport
  private var streams: [ExactString: WatchedStream] = [:]

  init(_ condition: Condition, only: ExactString?, report: BisectReport) {
    self.condition = condition
    self.only = only
    self.report = report
  }

  mutating func visit(_ step: ReplayStep) {
    let source = step.event.source
    if let only, only != source { return }
    var stream = streams.removeValue(forKey: source) ?? WatchedStream(condition)
    stream.note(step)
    streams[source] = stream
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let only, only != source { return }
    let stream = streams.removeValue(forKey: source) ?? WatchedStream(condition)
    try report.ended(source, stream, at: state.revision)
  }
}

/// A condition over one stream, with the events that made it hold or cease to hold.
struct WatchedStream {
  private(set) var watch: ConditionWatch
  /// The event after which it first held; nil if it never held, or held before any event.
  private(set) var first: Turn?
  private(set) var ceased: Turn?

  /// An event, and the values that the condition reads before it and after it.
  struct Turn {
    let name: Causes.EventName
    let time: DeviceTime
    let title: String
    let values: [(path: FieldPath, before: Field, after: Field)]
  }

  init(_ condition: Condition) { watch = ConditionWatch(condition) }

  mutating func note(_ step: ReplayStep) {
    let decision = watch.decision
    guard watch.note(step.state, decision: step.decision) else { return }
    if watch.first == step.event.revision { first = turn(step, decision) }
    if watch.ceased == step.event.revision { ceased = turn(step, decision) }
  }

  private func turn(_ step: ReplayStep, _ decision: Decision?) -> Turn {
    let event = step.event
    let values = watch.condition.paths.map { path in
      (
        path: path, before: path.value(in: step.before, decision: decision),
        after: path.value(in: step.state, decision: watch.decision)
      )
    }
    return Turn(
      name: Causes.EventName(event), time: event.time,
      title: EventWords(event, in: step.state).title, values: values.filter { $0.before != $0.after })
  }
}
