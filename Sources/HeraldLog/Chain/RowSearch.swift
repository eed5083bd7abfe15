import GRDB
import Herald

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
