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
      guard try DerivedStanding(of: database) == .complete else { return nil }
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
