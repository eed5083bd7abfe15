import GRDB
public import Herald
import HeraldLines

/// An event that is stored durably.
public struct Appended: Hashable, Sendable {
  /// The event's id.
  public let id: ExactString
  /// True if this append stored the event; false if the ledger had it already.
  public let isNew: Bool
}

extension Ledger {
  /// Appends events as they come, and acknowledges each as soon as it is durable.
  ///
  /// Events that are ready together become durable together. The first bad event ends the appending; acknowledged
  /// events stay.
  ///
  /// - Parameters:
  ///   - source: lines as they come, such as a pipe.
  ///   - expected: the revision that the stream of the first event must be at; nil for any.
  ///   - options: the strictness of the reader.
  ///   - report: takes findings that refuse nothing.
  ///   - committed: called after the acknowledgements of events that became durable together, with the heads of the
  ///     streams that they made longer.
  ///   - acknowledge: called with each event in order, as soon as it is durable.
  /// - Throws: ``LogRefused`` for a bad line, ``LedgerError`` where the ledger fails.
  public func append(
    _ source: ByteSource, expecting expected: Int? = nil, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }, committed: ([StreamHead]) throws -> Void = { _ in },
    acknowledge: (Appended) throws -> Void
  ) throws {
    try appending { appender in
      let session = AppendSession(source, to: appender, expecting: expected, options: options, report: report)
      try session.run(committed: committed, acknowledge)
    }
  }

  /// Appends one event, durable when this returns.
  ///
  /// - Parameters:
  ///   - event: its ``Event/revision`` is the next of its stream. With 0 or less the ledger assigns the revision,
  ///     unless earlier events of the stream name theirs.
  ///   - expected: the revision that the stream must be at; nil for any.
  /// - Returns: the event's id, and whether it was not there before.
  /// - Throws: ``LogRefused`` where the event is not the next one, lacks its document or cannot be written as a line;
  ///   ``LedgerError`` where the ledger fails, or is at another revision than `expected`.
  public func append(_ event: Event, expecting expected: Int? = nil) throws -> Appended {
    let line = event.line
    // For any other value, reading its line finds what is wrong, and drops what a log does not keep.
    guard event.isReadBackUnchanged else { return try append(line: line, expecting: expected) }
    return try line.withBorrowedBytes { bytes in
      try appendAll(expecting: expected) {
        try Self.checkLength(of: bytes, number: 1)
        return [(EventCandidate(event, in: bytes), bytes)]
      }
    }
  }

  /// Appends the event of one line, durable when this returns.
  ///
  /// - Parameters:
  ///   - line: the event's line, its newline left out. Of several lines all events are appended, or none.
  ///   - expected: the revision that the stream must be at; nil for any.
  /// - Returns: the event's id, and whether it was not there before.
  /// - Throws: ``LogRefused`` where the line is not an event or not the next one; ``LedgerError`` where the ledger
  ///   fails, or is at another revision than `expected`.
  public func append(line: String, expecting expected: Int? = nil) throws -> Appended {
    try line.withBorrowedBytes { bytes in
      try appendAll(expecting: expected) { try candidates(bytes) }
    }
  }

  /// Appends the batches of several senders in one transaction, durable when this returns: of each stream of a batch the
  /// longest part from its first line on that can be stored.
  ///
  /// - Returns: the outcome of each batch, in their order.
  /// - Throws: ``LedgerError`` where the ledger fails. Nothing of any batch is acknowledged then; sending all again is
  ///   safe.
  public func append(_ batches: [LineBatch]) throws -> [BatchOutcome] {
    try appending { appender in
      var outcomes: [BatchOutcome] = []
      outcomes.reserveCapacity(batches.count)
      try appender.commit {
        for batch in batches {
          var intake = BatchIntake(of: batch, by: appender)
          let last = appender.position
          outcomes.append(try intake.outcome())
          if let reception = batch.reception { try appender.store(reception, after: last) }
        }
      }
      return outcomes
    }
  }
}

/// Appending single events.
extension Ledger {
  /// The name of the source in findings.
  private static let sourceName = "event"

  private static func checkLength(of line: BorrowedBytes, number: Int) throws {
    if line.count > LineFeed.longestLine { throw LogRefused.lineTooLong(file: sourceName, line: number) }
  }

  /// Reads the events of a text, with their lines; blank lines have none.
  private func candidates(_ text: BorrowedBytes) throws -> [(EventCandidate, line: BorrowedBytes)] {
    var candidates: [(EventCandidate, line: BorrowedBytes)] = []
    var start = 0
    for number in 1... {
      let end = text.offset(of: 0x0A, from: start) ?? text.count
      let line = text.extracting(start..<end)
      try Self.checkLength(of: line, number: number)
      do throws(WireFault) { candidates.append((try candidateReader.read(line), line)) } catch {
        if !LineFeed.Line(bytes: line).isBlank {
          throw Self.refused(error.diagnostic(file: Self.sourceName, line: number, bytes: line))
        }
      }
      guard end < text.count else { break }
      start = end + 1
    }
    return candidates
  }

  private static func refused(_ diagnostic: Diagnostic) -> LogRefused {
    LogRefused(diagnostics: [diagnostic], badLines: 1, lines: 1)
  }

  /// Appends events in one transaction; returns the last.
  private func appendAll(
    expecting expected: Int?, _ candidates: () throws -> [(EventCandidate, line: BorrowedBytes)]
  ) throws -> Appended {
    var last: Appended?
    try appending { appender in
      let candidates = try candidates()
      if candidates.isEmpty { return }
      var expected = expected
      try appender.commit {
        for (candidate, line) in candidates {
          do {
            let place = try appender.append(candidate, line: line, expecting: expected)
            if place.isNew { expected = nil }
            last = Appended(id: candidate.id, isNew: place.isNew)
          } catch let refusal as EventRefusal {
            throw Self.refused(refusal.diagnostic(file: Self.sourceName, line: 1, line, id: candidate.idStart))
          }
        }
      }
    }
    guard let last else {
      throw LedgerError(
        .noEvent, ledger: path, what: "There is no event to append.", why: "the line is blank or torn",
        fix: "append one event as one line")
    }
    return last
  }

  /// Passes the appender on. It is dropped after an error, and where it is full.
  func appending<Result>(_ body: (Appender) throws -> Result) throws -> Result {
    try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        let appender = try appender.take() ?? Appender(on: database, path: path, keepsViews: keepsViews)
        let result = try body(appender)
        // Not reached after an error.
        if !appender.isFull { self.appender = appender }
        return result
      }
    }
  }
}
