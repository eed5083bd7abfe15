import GRDB
public import Herald
import HeraldLines

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
      dropAppender()
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
    let rows = try LedgerRows(on: database)
    let reader = LogReader(
      source, admission: Admission(documents: rows.documents, earlier: rows), options: options, report: report)
    var adopted = AdoptedParts(on: database)
    func store(_ entry: LogReader.Entry, _ parts: inout EventLine) throws {
      let source = reader.admission.streams.source(of: entry.stream)
      if let expected { try rows.expect(revision: expected, of: entry.stream, source: source, ledger: path) }
      var event = AdmittedEvent(entry, &parts)
      event.original = adopted.original(of: entry.line, stream: entry.stream, revision: entry.revision)
      try rows.append(event, of: source)
    }
    var untilProgress = 0
    while try reader.next(forgotten: { try adopted.take($0, of: $1, into: rows) }, store) {
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(reader.feed.position)
      }
    }
    try rows.flush()
    try adopted.note(on: database)
    var runs = try RunsWriter(on: database)
    try runs.pack(rows.streamsAppendedTo())
    var result = ImportReport()
    result.appended = rows.appended
    result.duplicates = reader.duplicates
    result.heads = (0..<reader.admission.streams.count).compactMap {
      rows.head(of: $0, source: reader.admission.streams.source(of: $0))
    }
    return result
  }
}
