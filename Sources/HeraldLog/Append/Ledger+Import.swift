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
  public func importLog(
    _ source: ByteSource, options: ReadingOptions = ReadingOptions(), expecting expected: Int? = nil,
    report: @escaping (Diagnostic) -> Void = { _ in }, progress: ((Int) -> Void)? = nil
  ) throws -> ImportReport {
    try LedgerFile.naming(path, "importing `\(source.name)`") {
      var result = ImportReport()
      dropAppender()
      try queue.writeWithoutTransaction { database in
        try LedgerFile.filling(database) {
          try database.inTransaction(.immediate) {
            result = try importLog(
              source, into: database, options: options, expecting: expected, report: report, progress: progress)
            return .commit
          }
        }
      }
      return result
    }
  }

  private func importLog(
    _ source: ByteSource, into database: Database, options: ReadingOptions, expecting expected: Int?,
    report: @escaping (Diagnostic) -> Void, progress: ((Int) -> Void)?
  ) throws -> ImportReport {
    let rows = try LedgerRows(on: database)
    let reader = LogReader(
      source, admission: Admission(documents: rows.documents, earlier: rows), options: options, report: report)
    var adopted = ImportedForgetting(on: database)
    func store(_ entry: LogReader.Entry, _ parts: inout EventLine) throws {
      let source = reader.admission.streams.source(of: entry.stream)
      if let expected { try rows.expect(revision: expected, of: entry.stream, source: source, ledger: path) }
      var event = AdmittedEvent(entry, &parts)
      event.original = adopted.original(of: entry.line, stream: entry.stream, revision: entry.revision)
      try rows.append(event, of: source)
    }
    var untilProgress = 0
    while try reader.next(forgotten: { try adopted.adopt($0, of: $1, into: rows) }, store) {
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(reader.feed.position)
      }
    }
    try rows.flush()
    try adopted.record(on: database)
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

/// The forgotten parts that an imported log lists, taken over by the ledger.
struct ImportedForgetting {
  private let tables: ForgottenTables
  private let database: Database
  private var originals: [Int: [Int: [UInt8]]] = [:]
  /// The digests for the journal.
  private var digests: [[UInt8]] = []

  init(on database: Database) {
    self.database = database
    tables = ForgottenTables(on: database)
  }

  /// Takes a part over, unless the ledger knows more.
  ///
  /// - Parameter number: the admission's number of the installation; nil where the part names none.
  mutating func adopt(_ part: ForgottenPart, of number: Int?, into rows: LedgerRows) throws {
    switch part {
    case .beginning(let anchor):
      guard let number, let id = try rows.begin(number, behind: anchor) else { return }
      try tables.store(anchor, of: id)
      digests.append(anchor.digest)
    case .values(_, let values):
      guard let number else { return }
      for value in values { originals[number, default: [:]][value.revision] = value.digest }
    case .installation(let installation):
      try tables.store(installation)
      digests.append(installation.digest)
    case .document(let digest, let text):
      try rows.documents.put(text, digest: digest)
      let keep = try RawStatement("INSERT OR IGNORE INTO kept_documents VALUES (?, ?)", on: database)
      keep.bind(copying: digest.string, at: 1)
      keep.bind(copying: text, at: 2)
      try keep.run()
    }
  }

  /// The digest of the line that an event's line replaces; nil for a line as it was first written.
  mutating func original(of line: BorrowedBytes, stream: Int, revision: Int) -> [UInt8]? {
    guard !originals.isEmpty, let original = originals[stream]?[revision] else { return nil }
    digests.append(Chain.digest(of: line))
    return original
  }

  /// Records in the journal the parts that were taken over.
  func record(on database: Database) throws {
    guard !digests.isEmpty else { return }
    var journal = try Journal(of: database)
    try journal.append(.forgot, digests: digests) { output, _ in
      output.member("kind", word: ForgettingKind.imported)
    }
  }
}
