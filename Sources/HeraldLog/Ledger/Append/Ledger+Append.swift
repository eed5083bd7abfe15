import GRDB
public import Herald

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
    try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        dropAppenders()
        let session = try AppendSession(source, on: database, path: path, options: options, report: report)
        session.expected = expected
        try session.run(committed: committed, acknowledge)
      }
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
    try appendOne { try $0.append(event, expecting: expected) }
  }

  /// Appends the event of one line, durable when this returns.
  ///
  /// - Parameters:
  ///   - line: the event's line, its newline left out.
  ///   - expected: the revision that the stream must be at; nil for any.
  /// - Returns: the event's id, and whether it was not there before.
  /// - Throws: ``LogRefused`` where the line is not an event or not the next one; ``LedgerError`` where the ledger
  ///   fails, or is at another revision than `expected`.
  public func append(line: String, expecting expected: Int? = nil) throws -> Appended {
    try appendOne { try $0.append(line: line, expecting: expected) }
  }

  private func appendOne(_ append: (EventAppender) throws -> Appended?) throws -> Appended {
    let appended = try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        batchAppender = nil
        let appender = try eventAppender.take() ?? EventAppender(on: database, path: path)
        let appended = try append(appender)
        // Not reached after an error, which drops the appender.
        if !appender.isFull { eventAppender = appender }
        return appended
      }
    }
    guard let appended else {
      throw LedgerError(
        .noEvent, ledger: path, what: "There is no event to append.", why: "the line is blank or torn",
        fix: "append one event as one line")
    }
    return appended
  }
}
