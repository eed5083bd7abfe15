import Foundation
import GRDB
import Herald
import HeraldLines

/// Rebuilding the derived tables from the events.
extension Ledger {
  /// Rebuilds the derived tables where rows are missing or another Herald made them.
  func rebuildIfNeeded() throws {
    try LedgerFile.naming(path, "checking what is derived") {
      if try queue.read({ try DerivedTablesState.isComplete($0) }) { return }
      try rebuild()
    }
  }

  /// Drops the derived tables and makes them again from the events, in one transaction.
  ///
  /// - Throws: ``LedgerError``, or ``LogRefused`` where an event's line cannot be read any more.
  public func rebuild() throws {
    try LedgerFile.naming(path, "rebuilding what is derived") {
      dropAppender()
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try rebuild(on: database)
          return .commit
        }
      }
    }
  }

  /// Makes the derived tables again within the caller's transaction.
  func rebuild(on database: Database) throws {
    for table in LedgerSchema.derivedTables { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    try LedgerSchema.makeDerived(on: database)
    // Its documents may be forgotten, and its list is of rows that go.
    analysisBacklog = nil
    try AnalysisSchema.empty(on: database)
    let rebuilder = try LedgerRebuilder(on: database, path: path)
    try rebuilder.run()
  }
}

extension Ledger {
  /// The fingerprint in a ledger that has the table `derived`; 0 after rows were deleted.
  static func fingerprint(on database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT min(complete) FROM derived")
  }

  /// True if another Herald made the derived tables, so that this one cannot read them.
  static func isDerivedByAnother(_ database: Database) throws -> Bool {
    let hasTable = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'derived'")
    guard hasTable == 1, let found = try fingerprint(on: database) else { return false }
    return found != 0 && found != DerivedFingerprint.current
  }
}

/// Reads the events' lines in ledger order and derives all tables from them.
private final class LedgerRebuilder {
  private let database: Database
  private let path: String
  private let facts: FactsWriter
  private var reader = LineReader()
  private let documents: RebuiltDocuments
  private var streams: [Int: StreamRow] = [:]

  init(on database: Database, path: String) throws {
    self.database = database
    self.path = path
    facts = try FactsWriter(on: database, inserting: RowStatements(on: database), batch: 1 << 19)
    documents = try RebuiltDocuments(on: database)
  }

  func run() throws {
    try ForgottenTables(on: database).eachAnchor { number, anchor in
      streams[number] = StreamRow(
        id: number, source: anchor.source, head: anchor.revision, events: 0, isNumbered: anchor.isNumbered,
        chain: anchor.chain)
      try documents.keep(anchor.documents)
    }
    var walk = try ChainWalk(on: database)
    while let link = try walk.nextVerified(of: path) { try add(link) }
    try facts.flush()
    try documents.end()
    var runs = try RunsWriter(on: database)
    try runs.pack(streams.keys.sorted())
    let rows = try StreamRowWriter(on: database)
    for (_, stream) in streams.sorted(by: { $0.key < $1.key }) { try rows.store(stream) }
  }

  private func read(_ bytes: BorrowedBytes, at position: Int) throws -> EventLine {
    do throws(WireFault) {
      return try reader.read(bytes)
    } catch {
      throw LogRefused(
        diagnostics: [error.diagnostic(file: path, line: position, bytes: bytes)], badLines: 1, lines: position)
    }
  }

  private func add(_ link: ChainWalk.Link) throws {
    let (bytes, stream, position) = (link.line, link.stream, link.position)
    let parts = try read(bytes, at: position)
    let text = JSONText(bytes: bytes)
    let source = text.text(of: parts.source)
    var known =
      streams[stream]
      ?? StreamRow(
        id: stream, source: ExactString(source), head: 0, events: 0, isNumbered: parts.revision != nil, chain: [])
    known.head = link.revision
    known.events += 1
    known.chain = Array(link.chain)
    streams[stream] = known
    let hash = text.withBytes(of: parts.source) { source in
      text.withBytes(of: parts.id) { EventHash.of($0, source: source) }
    }
    if case .fetchSucceeded(let fetch) = parts.data { try documents.add(fetch) }
    try facts.add(
      stream: stream, revision: link.revision, position: position, time: parts.time, data: parts.data, hash: hash,
      line: bytes)
  }
}

/// The documents of a ledger whose derived tables are made again: those that its lines bring, and those that are kept
/// although the line that brought them was forgotten.
struct RebuiltDocuments {
  /// The table of the documents from before, while a forgetting makes the tables again.
  static let earlier = "bodies_before"

  private let insert: RawStatement
  private let contains: RawStatement
  /// Moves a document from before into the table of kept ones; nil where nothing is being forgotten.
  private let keep: RawStatement?
  private let database: Database

  init(on database: Database) throws {
    self.database = database
    insert = try RawStatement("INSERT OR IGNORE INTO bodies VALUES (?, ?)", on: database)
    contains = try RawStatement("SELECT 1 FROM bodies WHERE digest = ?", on: database)
    let isForgetting = try database.tableExists(Self.earlier)
    keep =
      isForgetting
      ? try RawStatement(
        "INSERT OR IGNORE INTO kept_documents SELECT digest, body FROM \(Self.earlier) WHERE digest = ?", on: database)
      : nil
  }

  /// Adds the document of a fetch. One that only its digest names is kept from before.
  func add(_ fetch: FetchSucceeded) throws {
    guard let digest = fetch.digest else { return }
    if let document = fetch.document {
      insert.bind(copying: digest.string, at: 1)
      insert.bind(copying: document, at: 2)
      try insert.run()
    } else if fetch.status == 200 {
      try keep([digest])
    }
  }

  /// Makes the kept documents known, after the last line.
  func end() throws {
    try database.execute(sql: "INSERT OR IGNORE INTO bodies SELECT digest, body FROM kept_documents")
  }

  /// Keeps documents that are named, and that no line before brings.
  func keep(_ digests: [ExactString]) throws {
    guard let keep else { return }
    for digest in digests {
      contains.bind(copying: digest.string, at: 1)
      if try contains.number() == 1 { continue }
      keep.bind(copying: digest.string, at: 1)
      try keep.run()
    }
  }
}
