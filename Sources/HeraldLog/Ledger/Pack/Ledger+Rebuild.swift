import Foundation
import GRDB
import Herald

/// Rebuilding the derived tables from the events.
extension Ledger {
  /// Rebuilds the derived tables where rows are missing or another Herald made them.
  func rebuildIfNeeded() throws {
    try LedgerFile.naming(path, "checking what is derived") {
      if try queue.read({ try Self.isDerivedComplete($0) }) { return }
      try rebuild()
    }
  }

  /// Drops the derived tables and makes them again from the events, in one transaction.
  ///
  /// - Throws: ``LedgerError``, or ``LogRefused`` where an event's line cannot be read any more.
  public func rebuild() throws {
    try LedgerFile.naming(path, "rebuilding what is derived") {
      eventAppender = nil
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          for table in LedgerSchema.derivedTables { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
          try LedgerSchema.makeDerived(on: database)
          try AnalysisSchema.empty(on: database)
          let rebuilder = try LedgerRebuilder(on: database, path: path)
          try rebuilder.run()
          return .commit
        }
      }
    }
  }

  /// Whether this Herald made the derived tables and they cover all events.
  static func isDerivedComplete(_ database: Database) throws -> Bool {
    // Asked of SQLite itself: GRDB caches the schema, which another process may have changed.
    let names = LedgerSchema.derivedTables.map { "'\($0)'" }.joined(separator: ", ")
    let tables = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (\(names))")
    guard tables == LedgerSchema.derivedTables.count else { return false }
    guard try fingerprint(on: database) == DerivedFingerprint.current else { return false }
    let events = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
    return try Int.fetchOne(database, sql: "SELECT sum(events) FROM streams") ?? 0 == events
  }
}

extension Ledger {
  /// The fingerprint in a ledger that has the table `derived`; 0 after rows were deleted.
  static func fingerprint(on database: Database) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT min(complete) FROM derived")
  }

  /// Whether the derived tables are those of another Herald, which this one cannot read.
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
  private let insertDocument: RawStatement
  private var reader = LineReader()
  private struct Stream {
    var source: String
    var head: Int
    var events: Int
    var isNumbered: Bool
    var chain: [UInt8]
  }
  private var streams: [Int: Stream] = [:]

  init(on database: Database, path: String) throws {
    self.database = database
    self.path = path
    facts = try FactsWriter(on: database, batch: 1 << 19)
    insertDocument = try RawStatement("INSERT OR IGNORE INTO bodies VALUES (?, ?)", on: database)
  }

  func run() throws {
    let events = try RawStatement("SELECT position, stream, revision, line, chain FROM lines", on: database)
    while try events.step() {
      let bytes = events.bytes(3)
      try add(
        position: Int(events.integer(0)), stream: Int(events.integer(1)), revision: Int(events.integer(2)), bytes,
        chain: Array(events.bytes(4)))
    }
    try facts.flush()
    var runs = try RunsWriter(on: database)
    try runs.pack(streams.keys.sorted())
    let insert = try RawStatement("INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)", on: database)
    for (id, stream) in streams.sorted(by: { $0.key < $1.key }) {
      insert.bind(id, at: 1)
      insert.bind(copying: stream.source, at: 2)
      insert.bind(stream.head, at: 3)
      insert.bind(stream.events, at: 4)
      insert.bind(stream.isNumbered ? 1 : 0, at: 5)
      try stream.chain.withBorrowedBytes {
        insert.bind(blob: $0, at: 6)
        try insert.run()
      }
    }
  }

  private func read(_ bytes: BorrowedBytes, at position: Int) throws -> EventLine {
    do throws(WireFault) {
      return try reader.read(bytes)
    } catch {
      throw LogRefused(
        diagnostics: [error.diagnostic(file: path, line: position, bytes: bytes)], badLines: 1, lines: position)
    }
  }

  private func add(
    position: Int, stream: Int, revision: Int, _ bytes: BorrowedBytes, chain: [UInt8]
  ) throws {
    let parts = try read(bytes, at: position)
    let text = JSONText(bytes: bytes)
    let source = text.text(of: parts.source)
    var known =
      streams[stream] ?? Stream(source: source, head: 0, events: 0, isNumbered: parts.revision != nil, chain: [])
    known.head = revision
    known.events += 1
    known.chain = chain
    streams[stream] = known
    let hash = text.withBytes(of: parts.source) { source in
      text.withBytes(of: parts.id) { EventHash.of($0, source: source) }
    }
    if case .fetchSucceeded(let fetch) = parts.data, let digest = fetch.digest, let document = fetch.document {
      insertDocument.bind(copying: digest.string, at: 1)
      insertDocument.bind(copying: document, at: 2)
      try insertDocument.run()
    }
    try facts.add(
      stream: stream, revision: revision, position: position, time: parts.time, data: parts.data, hash: hash)
  }
}
