import GRDB
import Herald

/// A row of a derived table that is not what the lines say.
public struct DerivedDifference: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The row in words, such as `revision 3 of /installations/7f3a`.
  public let row: String
}

extension LedgerReader {
  /// Derives from the lines what the ledger's tables contain, and compares.
  ///
  /// Checksums find what a disk changes; a person who changes a row can change its checksum too. This finds both.
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Returns: the first row that differs; nil where all are equal, and where the tables are not used because rows are
  ///   missing or another Herald made them.
  /// - Throws: ``LedgerError``.
  public func auditDerived(progress: ((Double) -> Void)? = nil) throws -> DerivedDifference? {
    try auditDerived(under: MultisetHash.Key(), progress: progress) { nil }
  }

  /// Audits the derived tables beside another thread.
  ///
  /// - Parameters:
  ///   - key: the key of the rows' hashes.
  ///   - tables: gives the tables of events that the other thread read under the same key; nil where this thread reads
  ///     them.
  func auditDerived(
    under key: MultisetHash.Key, progress: ((Double) -> Void)?, tables: () -> EventTables?
  ) throws -> DerivedDifference? {
    try read("deriving its tables again") { database in
      guard try DerivedTablesState(of: database) == .complete else { return nil }
      let audit = try DerivedAudit(of: database, under: key)
      do {
        try audit.run(progress, tables: tables)
        return nil
      } catch let found as FoundDifference {
        return found.difference
      } catch let changed as ChangedRow {
        return DerivedDifference(table: changed.table, row: changed.row)
      }
    }
  }
}

/// Ends an audit at its first finding.
struct FoundDifference: Error {
  let difference: DerivedDifference

  init(_ table: String, _ row: String) { difference = DerivedDifference(table: table, row: row) }
}

/// Compares each derived table with the lines.
private final class DerivedAudit {
  private let database: Database
  private let body: RawStatement
  private let numbering: KnownNumbers
  private let key: MultisetHash.Key

  init(of database: Database, under key: MultisetHash.Key) throws {
    self.database = database
    self.key = key
    body = try RawStatement("SELECT body FROM bodies WHERE digest = ?", on: database)
    numbering = try KnownNumbers(on: database)
  }

  func run(_ progress: ((Double) -> Void)?, tables: () -> EventTables?) throws {
    try numbering.compareAll()
    let derived = try DerivedRows(of: database, numbering)
    let last = Double(max(1, try Positions(on: database).last))
    var wanted = EventRows()
    while try derived.next({ row in
      wanted.add(row.fact, sum: row.sum, position: row.link.position, under: key)
      wanted.add(id: row.id, position: row.link.position, under: key)
      try compareBody(row)
      if row.link.position & 8191 == 0 { progress?(Double(row.link.position) / last) }
    }) {}
    let found = try eventTables(wanted, tables())
    if found.rows != wanted { try RowSearch(of: database, numbering).run() }
    try compareStreams(derived.streams)
    if let changedRun = found.changedRun {
      let source = derived.streams[LedgerSchema.stream(ofKey: changedRun)]?.source ?? "an unknown installation"
      throw FoundDifference(
        "runs", "the run from revision \(LedgerSchema.revision(ofKey: changedRun)) of \(source)")
    }
    try compareBodies()
  }

  /// The tables of events, which the other thread may have read.
  ///
  /// This thread reads them again where they differ from the lines. The other thread has a connection of its own, and an
  /// event that was appended meanwhile is visible to one of the two connections only.
  private func eventTables(_ wanted: EventRows, _ read: EventTables?) throws -> EventTables {
    if let read, read.rows == wanted, read.changedRun == nil { return read }
    return try EventTables(on: database, under: key)
  }

  private func compareBody(_ row: DerivedRows.Row) throws {
    guard let document = row.document else { return }
    body.bind(copying: document.digest.string, at: 1)
    defer { body.reset() }
    guard try body.step(), body.text(0) == document.body else {
      throw FoundDifference("bodies", "\(document.digest)")
    }
  }

  private func compareStreams(_ derived: [Int: StreamRow]) throws {
    var streams = derived
    for row in try StreamRow.all(on: database) {
      guard let derived = streams.removeValue(forKey: row.id), derived == row else {
        throw FoundDifference("streams", "\(row.source)")
      }
    }
    if let missing = streams.values.first { throw FoundDifference("streams", "\(missing.source)") }
  }

  private func compareBodies() throws {
    let bodies = try RawStatement("SELECT digest, body FROM bodies", on: database)
    while try bodies.step() {
      guard Digest.of(bodies.bytes(1)).string == bodies.text(0) else { throw FoundDifference("bodies", bodies.text(0)) }
    }
  }
}

/// Compares packed facts with those that are stored one by one, which come in the order of their keys.
struct RunComparison {
  private let runs: RawStatement
  /// The run that the next facts belong to; nil after the last one.
  private var run: (first: Int64, last: Int64, facts: FactRunReader)?
  /// The key of the first run that differs.
  private var changed: Int64?

  init(on database: Database) throws {
    runs = try RawStatement("SELECT event, last, events, data, sum FROM runs ORDER BY event", on: database)
    try next()
  }

  /// Compares a fact with its place in a run. The newest facts of a stream are in none.
  mutating func compare(_ fact: StoredFact) throws {
    while let last = run?.last, last < fact.key { try endRun() }
    guard let first = run?.first, first <= fact.key else { return }
    guard let packed = run?.facts.next(), packed.isSame(as: fact) else { return record(first) }
  }

  /// - Returns: the key of the first run that differs; nil where all are equal.
  mutating func end() throws -> Int64? {
    while run != nil { try endRun() }
    return changed
  }

  /// A run that ends has no further facts.
  private mutating func endRun() throws {
    if let first = run?.first, run?.facts.next() != nil || run?.facts.isCorrupt == true { record(first) }
    try next()
  }

  private mutating func next() throws {
    run = nil
    guard changed == nil, try runs.step() else { return }
    let (first, last, data) = (runs.integer(0), runs.integer(1), runs.bytes(3))
    run = (first, last, FactRunReader(data, key: first))
    if runs.integer(4) != RowSum.run(first: first, last: last, events: Int(runs.integer(2)), data) { record(first) }
  }

  private mutating func record(_ first: Int64) {
    if changed == nil { changed = first }
    run = nil
  }
}

/// Finds the first event whose row in `facts` or `ids` is not what its line says.
///
/// It looks up each row by its key. An audit does so only where it knows that rows differ.
struct RowSearch {
  private let database: Database
  private let derived: DerivedRows
  private let facts: RawStatement
  private let ids: RawStatement

  init(of database: Database, _ numbering: KnownNumbers) throws {
    self.database = database
    derived = try DerivedRows(of: database, numbering)
    facts = try RawStatement(
      "SELECT event, time, zone, type, data, sum, position FROM facts WHERE event = ?", on: database)
    ids = try RawStatement("SELECT 1 FROM ids WHERE hash = ? AND position = ?", on: database)
  }

  /// - Throws: ``FoundDifference``.
  func run() throws {
    var events = 0
    while try derived.next({ row in
      events += 1
      guard try hasFact(row) else { throw FoundDifference("facts", row.name) }
      ids.bind(Int64(bitPattern: row.id), at: 1)
      ids.bind(row.link.position, at: 2)
      guard try ids.number() == 1 else { throw FoundDifference("ids", row.name) }
    }) {}
    for table in ["facts", "ids"] {
      let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      guard rows == events else { throw FoundDifference(table, "\(rows) rows for \(events) events") }
    }
  }

  private func hasFact(_ row: DerivedRows.Row) throws -> Bool {
    facts.bind(row.fact.key, at: 1)
    defer { facts.reset() }
    guard try facts.step() else { return false }
    return facts.fact.isSame(as: row.fact) && facts.integer(5) == row.sum && Int(facts.integer(6)) == row.link.position
  }
}
