import Herald
package import HeraldLog

/// One reading of the events, whose progress is followed.
extension LoggedEvents {
  /// Checks all lines of a file before the first answer, so that a bad line doesn't leave half an answer behind. A pipe
  /// can be read only once, so it is not checked.
  package func check() throws {
    guard let reopen, !reading.skipsInvalid, !isChecked else { return }
    _ = try readThrough(reopen)
  }

  /// Reads a file's lines to their end, and reports nothing.
  func readThrough(_ reopen: () throws -> ByteSource) throws -> LogReader {
    let reader = LogReader(log: try reopen(), shelf: shelf(), options: reading)
    try reader.check()
    return reader
  }

  /// - Parameter inAnyOrder: true if the visitor needs only each installation's own events in order. Memory is then
  ///   bounded by ``LogReader/installationsAtOnce`` installations, for any number of installations in the log.
  package func replay<Visitor: ReplayVisitor>(
    _ streams: StreamSelection? = nil, until limit: ReplayLimit? = nil, inAnyOrder: Bool = false,
    visitor: inout Visitor
  ) throws {
    let scope = ReplayScope(streams ?? self.streams, until: limit, isInAnyOrder: inAnyOrder)
    try following { try log.replay(scope, progress: $0, visitor: &visitor) }
  }

  /// Passes the events as a log of lines, in their order. `body` calls `step` after each.
  package func withLog<Result>(
    _ body: (LogReader, _ step: @escaping () -> Void) throws -> Result
  ) throws -> Result {
    try following { progress in
      try log.withLog { reader, share in
        try body(reader) { if let share = share() { progress(share) } }
      }
    }
  }

  /// Replays the events and writes their lines: decisions as they are taken, and the states in which streams end.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads that may work on a ledger.
  ///   - send: takes lines, many at a time.
  package func replayLines(
    _ output: ReplayOutput, jobs: Int, until limit: ReplayLimit?, send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try following {
      try log.replayLines(output, of: streams, jobs: jobs, until: limit, progress: $0, send: send)
    }
  }

  /// Replays the events into a fold: all installations of a ledger on several threads, anything else on one.
  ///
  /// - Parameters:
  ///   - inAnyOrder: as for ``replay(_:until:inAnyOrder:visitor:)``.
  ///   - jobs: the number of threads that may work on a ledger.
  package func fold<Fold: ReplayFold>(
    into fold: inout Fold, until limit: ReplayLimit? = nil, inAnyOrder: Bool = false, jobs: Int = 1
  ) throws {
    if let ledger, streams == .all {
      let isDone = try following { try ledger.addParts(to: &fold, jobs: jobs, until: limit, progress: $0) }
      if isDone { return }
    }
    try fold.replay(LogPasses(of: self, until: limit, inAnyOrder: inAnyOrder))
  }
}

/// The events of a log, which each pass reads from their beginning.
private final class LogPasses: ReplayedEvents {
  private var events: LoggedEvents
  private var isRead = false
  private let limit: ReplayLimit?
  private let inAnyOrder: Bool

  init(of events: LoggedEvents, until limit: ReplayLimit?, inAnyOrder: Bool) {
    self.events = events
    self.limit = limit
    self.inAnyOrder = inAnyOrder
  }

  func replay<Visitor: ReplayVisitor>(visitor: inout Visitor) throws {
    if isRead { events = try events.again() }
    isRead = true
    try events.replay(until: limit, inAnyOrder: inAnyOrder, visitor: &visitor)
  }
}
