public import Herald
public import HeraldLog

/// A question about the difference of two installations, or of one at two points (`herald diff`).
///
/// ```swift
/// let events = try LoggedEvents(path: "fleet.sqlite")
/// let devices = try DiffQuestion(of: ["7f3a", "91bc"]).answer(in: events)
/// let moments = try DiffQuestion(of: ["7f3a"], at: [.revision(4), .revision(9)]).answer(in: events)
/// print(devices.words, moments.words)
/// ```
public struct DiffQuestion: LogQuestion, Sendable {
  /// Names of one or two installations, or parts of them that no other has. None are needed for the only installation of
  /// a log at two points, and for the ends of both installations of a log that has two.
  public var sources: [ExactString]
  /// The ends of the sides. A single one ends both sides if there are two logs or two sources; otherwise the other side
  /// ends with its stream.
  public var limits: [ReplayLimit]
  /// The trigger with which both sides are asked at their points; nil for the last event that asked.
  public var trigger: Trigger?

  /// Asks for a difference. One value of an option is for both sides, two values are for one side each.
  ///
  /// - Parameters:
  ///   - sources: names of installations, or parts of them that no other has.
  ///   - limits: the ends of the sides; none for the ends of their streams.
  ///   - trigger: the trigger with which both sides are asked at their points; nil for the last event that asked.
  public init(of sources: [ExactString] = [], at limits: [ReplayLimit] = [], asking trigger: Trigger? = nil) {
    self.sources = sources
    self.limits = limits
    self.trigger = trigger
  }

  /// Compares two points of one log.
  ///
  /// - Throws: ``LogRefused`` where the log has no such points; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> DiffAnswer {
    let (left, right) = try points(in: events.unread().needingEvents().naming(sources))
    return DiffAnswer(left, right)
  }

  /// Compares a point of one log with a point of another.
  ///
  /// - Parameters:
  ///   - events: the log of the left side.
  ///   - others: the log of the right side, which is opened after the first was read.
  /// - Throws: ``LogRefused`` where the logs have no such points; what opening and reading them throws.
  public func answer(in events: LoggedEvents, and others: @autoclosure () throws -> LoggedEvents) throws -> DiffAnswer {
    let left = try point(in: events.unread().needingEvents(), sources.first, limits.first)
    let right = try point(in: others().unread().needingEvents(), sources.last, limits.last)
    return DiffAnswer(left, right)
  }

  /// The options of one side.
  private struct Side {
    let log: LogName
    /// The installation's name or a part of it; nil for the only one of the log.
    let source: ExactString?
    /// The end of the side; nil for the end of its stream.
    let limit: ReplayLimit?
  }

  private func points(in events: LoggedEvents) throws -> (DiffPoint, DiffPoint) {
    let left = Side(log: events.name, source: sources.first, limit: limits.first)
    if sources.isEmpty, limits.isEmpty { return try pair(in: events, left) }
    let other = limits.count == 2 ? limits[1] : sources.count == 2 ? limits.first : nil
    let right = Side(log: events.name, source: sources.last, limit: other)
    var finder = PointFinder(limits: [left.limit, right.limit])
    try events.replay(events.candidates(sources), visitor: &finder)
    if sources.count < 2, limits.isEmpty { throw onePoint(try events.sources(), in: events.name) }
    return (
      try point(of: events.installation(left.source), finder, 0, left),
      try point(of: events.installation(right.source), finder, 1, right)
    )
  }

  /// Both installations of a log that has two, at their ends.
  private func pair(in events: LoggedEvents, _ side: Side) throws -> (DiffPoint, DiffPoint) {
    var finder = PointFinder(limits: [nil])
    if events.ledger == nil { try events.replay(visitor: &finder) }
    let sources = try events.sources()
    guard sources.count == 2 else { throw onePoint(sources, in: events.name) }
    if events.ledger != nil { try events.replay(visitor: &finder) }
    return (try point(of: sources[0], finder, 0, side), try point(of: sources[1], finder, 0, side))
  }

  /// A side with a log of its own.
  private func point(in events: LoggedEvents, _ source: ExactString?, _ limit: ReplayLimit?) throws -> DiffPoint {
    var finder = PointFinder(limits: [limit])
    let events = try events.naming(source.map { [$0] } ?? [])
    try events.replay(events.candidates(source.map { [$0] } ?? []), visitor: &finder)
    let side = Side(log: events.name, source: source, limit: limit)
    return try point(of: events.installation(source), finder, 0, side)
  }

  private func point(of source: ExactString, _ finder: PointFinder, _ index: Int, _ side: Side) throws -> DiffPoint {
    let log = side.log.description
    let fix = "look at `herald replay \(log.shellQuoted) --source \(source.string.shellQuoted)`"
    guard let point = finder.point(index, of: source, in: log, asking: trigger) else {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "Nothing had happened to `\(source)` at that point.", file: log,
          why: "its first event is later", fix: fix))
    }
    let last = point.step.event.revision
    if case .revision(let revision)? = side.limit, last < revision {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "`\(source)` has no revision \(revision).", file: log,
          why: "the stream ends at revision \(last)", fix: fix))
    }
    return point
  }

  private func onePoint(_ sources: [ExactString], in name: LogName) -> LogRefused {
    let some = sources.prefix(2).map { " --source \($0.string.shellQuoted)" }.joined()
    let log = name.description.shellQuoted
    return LogRefused(
      Diagnostic(
        QuestionCode.onePoint, .error, what: "There is nothing to compare with.", file: name.description,
        why: "a difference is between two logs, two installations or two points",
        fix: sources.count > 1
          ? "say which, such as `herald diff \(log)\(some)`" : "say a point of it, such as `herald diff \(log) --at 1`")
    )
  }
}

/// One side of a comparison: an installation after one of its events.
struct DiffPoint {
  let log: String
  /// The last event, and the state after it.
  let step: ReplayStep
  /// The decision that is compared, with the events that it rests on; nil before the first question.
  let found: DecisionFinder.Found?
  let explanation: Explanation?

  var source: ExactString { step.event.source }
  var state: InstallationState { step.state }

  init(log: String, step: ReplayStep, found: DecisionFinder.Found?) {
    self.log = log
    self.step = step
    self.found = found
    explanation = found.map { Explanation($0.decision.question, in: $0.step.state) }
  }
}

/// Follows streams to the points that are compared.
struct PointFinder: ReplayVisitor {
  /// The ends of the sides; nil for the end of a stream.
  private let limits: [ReplayLimit?]
  private var tracks: [ExactString: Track] = [:]

  private struct Track {
    var causes = Provenance()
    var points: [Point]
  }

  private struct Point {
    var last: ReplayStep?
    /// The causes of the state after the last event.
    var causes = Provenance()
    var asked: DecisionFinder.Found?
    var isOver = false
  }

  init(limits: [ReplayLimit?]) { self.limits = limits }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    let own = step.event.source
    var track = tracks.removeValue(forKey: own) ?? Track(points: limits.map { _ in Point() })
    track.causes.record(step.event, before: step.before, after: step.state)
    let found = step.decision.map { DecisionFinder.Found(step: step, decision: $0, causes: track.causes) }
    for (index, limit) in limits.enumerated() where !track.points[index].isOver {
      if let limit, !limit.allows(revision: step.event.revision, time: step.event.time.moment) {
        track.points[index].isOver = true
        continue
      }
      track.points[index].last = step
      track.points[index].causes = track.causes
      if let found { track.points[index].asked = found }
    }
    tracks[own] = track
  }

  /// The point of an installation.
  ///
  /// - Parameters:
  ///   - index: the side, as in the limits.
  ///   - trigger: the trigger of a question at the point; nil for the last event that asked.
  /// - Returns: nil where none of its events was seen.
  func point(_ index: Int, of source: ExactString, in log: String, asking trigger: Trigger?) -> DiffPoint? {
    guard let point = tracks[source]?.points[index], let step = point.last else { return nil }
    guard let trigger else { return DiffPoint(log: log, step: step, found: point.asked) }
    let question = Question(
      trigger: trigger,
      now: step.event.time.isMissing
        ? DeviceTime(moment: step.state.lastTime ?? Timestamp(milliseconds: 0)) : step.event.time, source: source)
    var decider = Decider()
    let decision = decider.decide(question, in: step.state)
    return DiffPoint(
      log: log, step: step, found: DecisionFinder.Found(step: step, decision: decision, causes: point.causes))
  }
}
