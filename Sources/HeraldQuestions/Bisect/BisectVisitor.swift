import Herald
import HeraldLog

/// Watches a condition over all streams of a log while it is replayed.
struct BisectVisitor: ReplayVisitor {
  private let condition: Condition
  /// True if the condition reads decisions. Otherwise no decision is taken.
  private let readsDecisions: Bool
  /// True to keep streams for ``tell(_:)``, because several may turn out to be meant.
  private let isQuiet: Bool
  private(set) var report: BisectReport
  private var streams: [ExactString: WatchedStream] = [:]
  private var ends: [ExactString: Int] = [:]

  init(_ condition: Condition, isQuiet: Bool, report: BisectReport) {
    self.condition = condition
    readsDecisions = condition.paths.contains { $0.names.first == "decision" }
    self.isQuiet = isQuiet
    self.report = report
  }

  /// Asks for the event itself only where the condition begins or ceases to hold.
  mutating func visit(_ moment: inout ReplayMoment) throws {
    let before = moment.before
    let decision = readsDecisions ? moment.decision : nil
    let (state, condition) = (moment.state, condition)
    try streams[moment.source, default: WatchedStream(condition)].note(state, before: before, decision: decision) {
      try moment.event().event
    }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    ends[source] = state.revision
    if !isQuiet { try tell(source) }
  }

  /// Reports one installation.
  mutating func tell(_ source: ExactString) throws {
    let stream = streams.removeValue(forKey: source) ?? WatchedStream(condition)
    try report.ended(source, stream, at: ends.removeValue(forKey: source) ?? 0)
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
    let name: Provenance.EventName
    let time: DeviceTime
    let title: String
    let values: [(path: FieldPath, before: Field, after: Field)]
  }

  init(_ condition: Condition) { watch = ConditionWatch(condition) }

  /// Takes note of the stream's next event.
  ///
  /// - Parameter event: the event, which is asked for only where it turned the condition.
  mutating func note(
    _ state: InstallationState, before: InstallationState, decision: Decision?, event: () throws -> Event
  ) rethrows {
    let earlier = watch.decision
    guard watch.note(state, decision: decision) else { return }
    guard watch.first == state.revision || watch.ceased == state.revision else { return }
    let event = try event()
    let values = watch.condition.paths.map { path in
      (
        path: path, before: path.value(in: before, decision: earlier),
        after: path.value(in: state, decision: watch.decision)
      )
    }
    let turn = Turn(
      name: Provenance.EventName(event), time: event.time, title: EventWords(event, from: before, to: state).title,
      values: values.filter { $0.before != $0.after })
    if watch.first == state.revision { first = turn }
    if watch.ceased == state.revision { ceased = turn }
  }
}
