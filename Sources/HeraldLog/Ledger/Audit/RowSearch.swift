import GRDB
import Herald

/// Finds the first event whose row in `facts` or `ids` is not what its line says.
///
/// It looks up each row by its key. An audit does so only where it knows that rows differ.
struct RowSearch {
  private let database: Database
  private let derived: DerivedRows
  private let fact: RawStatement
  private let id: RawStatement

  init(of database: Database, _ numbering: KnownNumbers) throws {
    self.database = database
    derived = try DerivedRows(of: database, numbering)
    fact = try RawStatement(
      "SELECT event, time, zone, type, data, sum, position FROM facts WHERE event = ?", on: database)
    id = try RawStatement("SELECT 1 FROM ids WHERE hash = ? AND position = ?", on: database)
  }

  /// - Throws: ``FoundDifference``.
  func run() throws {
    var events = 0
    while try derived.next({ row in
      events += 1
      guard try hasFact(row) else { throw FoundDifference("facts", row.name) }
      id.bind(Int64(bitPattern: row.id), at: 1)
      id.bind(row.link.position, at: 2)
      guard try id.number() == 1 else { throw FoundDifference("ids", row.name) }
    }) {}
    for table in ["facts", "ids"] {
      let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      guard rows == events else { throw FoundDifference(table, "\(rows) rows for \(events) events") }
    }
  }

  private func hasFact(_ row: DerivedRows.Row) throws -> Bool {
    fact.bind(row.fact.key, at: 1)
    defer { fact.reset() }
    guard try fact.step() else { return false }
    return fact.fact.isSame(as: row.fact) && fact.integer(5) == row.sum && Int(fact.integer(6)) == row.link.position
  }
}
