import GRDB
public import Herald

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// The number of events that the import stored.
  public var appended = 0
  /// The number of events that the ledger had already.
  public var duplicates = 0
  /// The heads of the streams in the log.
  public var heads: [StreamHead] = []
  /// Makes a report with zeros.
  public init() {}
}

extension Ledger {
  /// Imports a log: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - source: the log's bytes.
  ///   - options: the strictness of the reader.
  ///   - expected: the revision that the log's stream must be at before the import; nil for any.
  ///   - report: takes findings that refuse nothing.
  ///   - progress: called now and then with the number of bytes that were read.
  /// - Throws: ``LogRefused``, ``LogFileError``, ``LedgerError``.
  public func take(
    _ source: ByteSource, options: ReadingOptions = ReadingOptions(), expecting expected: Int? = nil,
    report: @escaping (Diagnostic) -> Void = { _ in }, progress: ((Int) -> Void)? = nil
  ) throws -> ImportReport {
    try LedgerFile.naming(path, "importing `\(source.name)`") {
      var result = ImportReport()
      dropAppenders()
      try queue.writeWithoutTransaction { database in
        try LedgerFile.filling(database) {
          try database.inTransaction(.immediate) {
            result = try take(
              source, into: database, options: options, expecting: expected, report: report, progress: progress)
            return .commit
          }
        }
      }
      return result
    }
  }

  private func take(
    _ source: ByteSource, into database: Database, options: ReadingOptions, expecting expected: Int?,
    report: @escaping (Diagnostic) -> Void, progress: ((Int) -> Void)?
  ) throws -> ImportReport {
    let appender = try LedgerAppender(on: database)
    let reader = LogReader(
      source, shelf: nil, documents: appender.documents, options: options, earlier: appender, report: report)
    var adopted = AdoptedParts(on: database)
    reader.forgotten = { part, stream in try adopted.take(part, of: stream, into: appender) }
    defer { reader.forgotten = nil }
    var untilProgress = 0
    while try reader.next({ entry, parts in
      let stream = reader.admission.streams.source(of: entry.stream)
      if let expected { try appender.expect(revision: expected, of: entry.stream, source: stream, ledger: path) }
      var event = AdmittedEvent(entry, &parts)
      event.original = adopted.original(of: entry.line, stream: entry.stream, revision: entry.revision)
      try appender.append(event, of: stream)
    }) {
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(reader.feed.position)
      }
    }
    try appender.flush()
    try adopted.note(on: database)
    var runs = try RunsWriter(on: database)
    try runs.pack(appender.streamsAppendedTo())
    var result = ImportReport()
    result.appended = appender.appended
    result.duplicates = reader.duplicates
    result.heads = (0..<reader.admission.streams.count).compactMap {
      appender.head(of: $0, source: reader.admission.streams.source(of: $0))
    }
    return result
  }
}

extension LedgerAppender {
  /// Checks that a stream is at a revision before its first event is appended.
  func expect(revision expected: Int, of number: Int, source: ExactString, ledger: String) throws {
    guard !wasTouched(number) else { return }
    let actual = chainHead(number)?.head ?? 0
    guard actual == expected else {
      throw LedgerError(
        .unexpectedRevision, ledger: ledger, what: "`\(source)` is at revision \(actual), not \(expected).",
        why: "somebody appended in the meantime, or the expectation is old",
        fix: "read the stream again, and decide again whether the event still holds")
    }
  }

  func head(of number: Int, source: ExactString) -> StreamHead? {
    guard let (head, chain) = chainHead(number), head > 0 else { return nil }
    return StreamHead(source: source, revision: head, chain: Hex.text(of: chain))
  }
}
