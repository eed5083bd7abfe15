import GRDB
public import Herald
import HeraldLines

/// Reads a ledger, also while another process writes it. Changes nothing.
///
/// ```swift
/// let reader = try LedgerReader(path: "phone.sqlite", reading: Formats.reading)
/// for head in try reader.heads() { print(head.source, head.revision) }
/// ```
public final class LedgerReader {
  /// The path of the ledger's file.
  public let path: String
  let queue: DatabaseQueue
  /// The reason why the file has no tables; nil where it has some.
  let absence: LedgerAbsence?
  private let companions: CompanionFiles?
  /// True if SQLite passes over the write-ahead log, so that its events are missing.
  let lacksLog: Bool
  let shelfReading: PolicyReading
  let replacement: Document?
  private var documents: DocumentShelf?
  /// The documents that were looked up in the lines, by digest.
  private var documentsInLines: [ExactString: String] = [:]
  var kept: StreamReplayCache?
  /// True to read only the lines, as an audit does where the derived tables are not what the lines say. Lines that the
  /// chain does not cover are read too.
  package var readsOnlyLines = false
  /// The time after which a replay of all streams goes on from a new snapshot; nil to replay all of them from one.
  ///
  /// A snapshot keeps SQLite from using the write-ahead log again, so a server's readers let go of it. Each stream is
  /// then as it was at one time, and not all of them as they were at the same time.
  package var renewal: Duration?

  /// - Parameters:
  ///   - path: the ledger's file.
  ///   - reading: reads documents into policies, such as `Formats.reading` of HeraldFormats.
  ///   - replacement: a document to read in place of every fetched one; nil for none.
  /// - Throws: ``LedgerError`` where the file is not a ledger, is newer than this Herald, or cannot be read.
  public init(path: String, reading: @escaping PolicyReading, replacement: Document? = nil) throws {
    self.path = path
    shelfReading = reading
    self.replacement = replacement
    let ledger = try LedgerFile.readable(path) { try LedgerMigration.makeTables(on: $0) }
    (queue, absence, companions) = (ledger.queue, ledger.absence, ledger.companions)
    lacksLog = ledger.lacksLog
  }

  deinit {
    // Statements must end before their connection.
    kept = nil
    documents = nil
    guard let companions, (try? queue.close()) != nil else { return }
    companions.remove()
  }

  /// True if a file begins like a ledger's, so that it is not to be read as a log in lines. An empty file is a ledger
  /// where its name ends with `.sqlite`, `.sqlite3` or `.db`.
  ///
  /// - Throws: ``LogFileError`` where the file exists and cannot be opened or read.
  public static func isLedger(_ path: String) throws -> Bool { try LedgerFile.looksLikeSQLite(path) }

  /// Ends what the reader is doing, from any thread, with an error.
  package func interrupt() { queue.interrupt() }

  /// Runs `body` on a snapshot of the ledger, unaffected by what is appended meanwhile.
  func read<Result>(_ doing: String, _ body: (Database) throws -> Result) throws -> Result {
    try LedgerFile.naming(path, doing) { try queue.read(body) }
  }

  /// True if the derived tables can be used.
  ///
  /// - Throws: ``MissingLines`` where they know of events that are not there any more.
  func usesDerived(_ database: Database) throws -> Bool {
    try !readsOnlyLines && DerivedTablesState.isComplete(database)
  }

  /// The ledger's documents. This reader reads each once, because a digest never names another text.
  func shelf(on database: Database) -> DocumentShelf {
    if let documents { return documents }
    let stored = StoredDocuments(on: database)
    let shelf = DocumentShelf(reading: shelfReading, replacement: replacement) { try stored.text(of: $0) }
    documents = shelf
    return shelf
  }

  /// The document with a digest, as it arrived; nil where no event brought it.
  ///
  /// - Throws: ``LedgerError``.
  public func document(_ digest: ExactString) throws -> String? {
    try read("reading a document") { database in
      if try usesDerived(database) { return try StoredDocuments(on: database).text(of: digest) }
      if let known = documentsInLines[digest] { return known }
      documentsInLines = try LedgerLines(on: database, path: path).documents()
      return documentsInLines[digest]
    }
  }

  /// Passes the events' lines to `body` in ledger order, each without its newline, as they were written. Lines about
  /// what was forgotten come first.
  ///
  /// - Parameters:
  ///   - isChecked: true to compare each line with the chain before it is passed.
  ///   - body: takes a line.
  /// - Throws: ``LedgerError`` at the first line that differs from the appended one. Rethrows what `body` throws.
  public func lines(isChecked: Bool = true, _ body: (String) throws -> Void) throws {
    try lineBytes(isChecked: isChecked) { try body(String(decoding: $0, as: UTF8.self)) }
  }

  /// Passes the bytes of each line to `body`, valid until it returns.
  package func lineBytes(isChecked: Bool = true, _ body: (BorrowedBytes) throws -> Void) throws {
    try read("exporting it") { database in
      let isChecked = isChecked && !readsOnlyLines
      if isChecked { _ = try usesDerived(database) }
      try ForgottenLines(on: database, checkedAt: isChecked ? path : nil).each(body)
      var walk = try ChainWalk(on: database)
      while let link = try isChecked ? walk.nextVerified(of: path) : walk.next() {
        try body(link.line)
      }
    }
  }

  /// The heads of all streams, sorted by source.
  ///
  /// - Throws: ``LedgerError``.
  public func heads() throws -> [StreamHead] {
    try read("reading its heads") { database in
      guard try usesDerived(database) else {
        return try LedgerLines(on: database, path: path).heads()
      }
      return try StreamRow.all(on: database)
        .map { StreamHead(source: $0.source, revision: $0.head, chain: Hex.text(of: $0.chain)) }
        .sorted { $0.source < $1.source }
    }
  }

  /// The head of one stream; nil for an unknown installation.
  ///
  /// - Throws: ``LedgerError``.
  public func head(of source: ExactString) throws -> StreamHead? {
    try read("reading a head") { database in
      guard try usesDerived(database) else {
        return try LedgerLines(on: database, path: path).heads().first { $0.source == source }
      }
      return try StreamRow.named(source, on: database).map {
        StreamHead(source: $0.source, revision: $0.head, chain: Hex.text(of: $0.chain))
      }
    }
  }
}
