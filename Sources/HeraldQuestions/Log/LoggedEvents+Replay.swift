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
  /// Replays all installations of a ledger in parts, on several threads.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads that may work.
  ///   - make: makes the visitor of parts, on any thread.
  ///   - take: takes the result of a part and leaves the part empty, in the ledger's order.
  /// - Returns: true if the replay was done. It is false, and nothing was called, for one thread, and for anything but
  ///   the whole of a ledger of many installations.
  package func replayParts<Replay: PartReplay>(
    jobs: Int, until limit: ReplayLimit?, by make: @escaping @Sendable () -> Replay,
    take: (inout Replay) throws -> Void
  ) throws -> Bool {
    guard let ledger, streams == .all else { return false }
    return try following {
      try ledger.replayParts(jobs: jobs, until: limit, progress: $0, by: make, take: take)
    }
  }
}
