package import Herald
package import HeraldLog

/// A question about the difference of two installations, or of one at two points, as `herald diff` asks it.
package struct DiffQuestion {
  /// The options of one side.
  private struct Side {
    let log: String
    /// The installation's name or a part of it; nil for the only one of the log.
    let source: ExactString?
    /// The end of the side; nil for the end of its stream.
    let limit: ReplayLimit?
  }

  private let sides: (left: Side, right: Side)
  private let hasTwoLogs: Bool
  private let sources: [ExactString]
  private let hasLimits: Bool
  private let trigger: Trigger?

  /// Takes one value of an option for both sides, or two values for one side each.
  ///
  /// - Parameters:
  ///   - logs: the names of one log or two.
  ///   - sources: names of installations, or parts of them that no other has.
  ///   - limits: the ends of the sides. A single limit ends both sides if there are two logs or two sources; otherwise
  ///     the other side ends with its stream.
  ///   - trigger: the trigger with which both sides are asked at their points; nil for the last event that asked.
  package init(
    of logs: [String], sources: [ExactString] = [], at limits: [ReplayLimit] = [], asking trigger: Trigger? = nil
  ) {
    hasTwoLogs = logs.count == 2
    self.sources = sources
    hasLimits = !limits.isEmpty
    self.trigger = trigger
    let other = limits.count == 2 ? limits[1] : hasTwoLogs || sources.count == 2 ? limits.first : nil
    sides = (
      Side(log: logs.first ?? "", source: sources.first, limit: limits.first),
      Side(log: logs.last ?? "", source: sources.last, limit: other)
    )
  }

  /// - Parameter open: opens a log by its name, once for each side or once for both.
  /// - Throws: ``LogRefused`` where the logs have no such points; what opening and reading them throws.
  package func answer(opening open: (String) throws -> LoggedEvents) throws -> DiffReport {
    let (left, right) = try points(open)
    return DiffReport(left, right)
  }

  private func points(_ open: (String) throws -> LoggedEvents) throws -> (DiffPoint, DiffPoint) {
    let (left, right) = sides
    if hasTwoLogs { return (try point(left, open), try point(right, open)) }
    let events = try open(left.log)
    if sources.isEmpty, !hasLimits { return try pair(in: events, left) }
    var finder = PointFinder(limits: [left.limit, right.limit])
    try events.replay(events.candidates(sources), visitor: &finder)
    if sources.count < 2, !hasLimits { throw onePoint(try events.sources()) }
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
    guard sources.count == 2 else { throw onePoint(sources) }
    if events.ledger != nil { try events.replay(visitor: &finder) }
    return (try point(of: sources[0], finder, 0, side), try point(of: sources[1], finder, 0, side))
  }

  /// A side with a log of its own.
  private func point(_ side: Side, _ open: (String) throws -> LoggedEvents) throws -> DiffPoint {
    let events = try open(side.log)
    var finder = PointFinder(limits: [side.limit])
    try events.replay(events.candidates(side.source.map { [$0] } ?? []), visitor: &finder)
    return try point(of: events.installation(side.source), finder, 0, side)
  }

  private func point(of source: ExactString, _ finder: PointFinder, _ index: Int, _ side: Side) throws -> DiffPoint {
    let log = side.log
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

  private func onePoint(_ sources: [ExactString]) -> LogRefused {
    let some = sources.prefix(2).map { " --source \($0.string.shellQuoted)" }.joined()
    let log = sides.left.log.shellQuoted
    return LogRefused(
      Diagnostic(
        QuestionCode.onePoint, .error, what: "There is nothing to compare with.", file: sides.left.log,
        why: "a difference is between two logs, two installations or two points",
        fix: sources.count > 1
          ? "say which, such as `herald diff \(log)\(some)`" : "say a point of it, such as `herald diff \(log) --at 1`")
    )
  }
}
