import GRDB

/// The relation of a ledger's derived tables to its events.
enum DerivedTablesState: Hashable {
  /// This Herald made them, and they cover all events.
  case complete
  /// Rows or whole tables are missing, or another Herald made them: the next writer makes them again.
  case behind
  /// They know more events than there are lines. A line and what is derived of it are written in one transaction, so
  /// lines were lost.
  case ahead(known: Int, found: Int)

  init(of database: Database) throws {
    // Asked of SQLite itself: GRDB caches the schema, which another process may have changed.
    let names = LedgerSchema.derivedTables.map { "'\($0)'" }.joined(separator: ", ")
    let tables = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (\(names))")
    guard tables == LedgerSchema.derivedTables.count,
      try Ledger.fingerprint(on: database) == DerivedFingerprint.current
    else {
      self = .behind
      return
    }
    let known = try Int.fetchOne(database, sql: "SELECT sum(events) FROM streams") ?? 0
    let found = try Positions(on: database).events
    if known == found { self = .complete } else { self = known > found ? .ahead(known: known, found: found) : .behind }
  }

  /// True if the derived tables of a database can be used.
  ///
  /// - Throws: ``MissingLines`` where lines were lost; ``ChangedRow`` where only a changed row of `streams` says so.
  static func isComplete(_ database: Database) throws -> Bool {
    let standing = try DerivedTablesState(of: database)
    if case .ahead(let known, let found) = standing {
      _ = try StreamRow.all(on: database)
      throw MissingLines(known: known, found: found)
    }
    return standing == .complete
  }
}
