import GRDB

/// The positions of a ledger: of its lines, and of lines that were forgotten.
struct Positions {
  /// The last position that was ever given.
  let last: Int
  /// The number of events that are there.
  let events: Int

  init(on database: Database) throws {
    let line = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
    let hole = try Int.fetchOne(database, sql: "SELECT max(last) FROM holes") ?? 0
    let forgotten = try Int.fetchOne(database, sql: "SELECT sum(last - first + 1) FROM holes") ?? 0
    last = max(line, hole)
    events = last - forgotten
  }
}
