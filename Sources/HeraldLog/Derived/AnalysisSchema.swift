import GRDB

/// The SQL of the tables and views for analysis in a ledger.
///
/// Queries read the views, and the views read tables with the results of a replay. Nothing in HeraldLog reads these
/// tables and no append writes them, so dropping them loses nothing.
///
/// A view is there only while the tables have the rows of all events (``Ledger/keepsViews`` is the one exception): a
/// query fails where it would otherwise answer without the newest events.
///
/// SQLite keeps the statement that created a table or view. Comparing it with this schema finds every table of another
/// Herald: a name, the order of columns, a type, a key or a meaning differs. Meanings are comments in the statement.
package struct AnalysisSchema: Sendable {
  package struct Object: Hashable, Sendable {
    package enum Kind: String, Sendable { case table, view, index }

    let kind: Kind
    let name: String
    /// The statement that creates the object, in the spelling in which SQLite keeps it.
    package let sql: String

    /// - Parameters:
    ///   - kind: the kind of the object.
    ///   - name: the object's name, which begins with `analysis_` for a table.
    ///   - definition: the rest of the statement after `CREATE TABLE name`.
    package init(_ kind: Kind, _ name: String, _ definition: String) {
      self.kind = kind
      self.name = name
      sql = "CREATE \(kind == .index ? "UNIQUE INDEX" : kind.rawValue.uppercased()) \(name) \(definition)"
    }
  }

  /// The tables, and indices of them.
  let tables: [Object]
  /// The views of these tables and of the ledger's tables.
  let views: [Object]

  package var objects: [Object] { tables + views }

  /// - Parameters:
  ///   - tables: each named `analysis_…`, and indices of them.
  ///   - views: the views of these tables and of the ledger's tables. Each names one of the tables.
  package init(tables: [Object], views: [Object]) {
    self.tables = [Self.streams, Self.filled] + tables
    self.views = views
  }

  /// The revision up to which the rows of each stream were made.
  private static let streams = Object(
    .table, "analysis_streams", "(stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT")

  /// A table with one row: the position of the last event whose rows are in all tables.
  private static let filled = Object(.table, "analysis_filled", "(position INTEGER NOT NULL) STRICT")
}

extension AnalysisSchema {
  /// Returns true if the ledger has each statement that makes a table, word for word.
  func hasTables(on database: Database) throws -> Bool { try has(tables, on: database) }

  /// Returns true if each view stands word for word in the ledger.
  func hasViews(on database: Database) throws -> Bool { try has(views, on: database) }

  private func has(_ objects: [Object], on database: Database) throws -> Bool {
    // Asked of SQLite itself: GRDB caches the schema, which another process may have changed.
    let found = try Set(String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    return objects.allSatisfy { found.contains($0.sql) }
  }

  /// Drops every table and view for analysis and makes the tables again, empty.
  ///
  /// None is kept: rows that were made by an older schema would contradict new rows in another table.
  func makeTables(on database: Database) throws {
    try Self.dropViews(on: database)
    for table in try Self.tables(on: database) {
      try database.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)")
    }
    for object in tables { try database.execute(sql: object.sql) }
    try database.execute(sql: "INSERT INTO analysis_filled VALUES (0)")
  }

  /// Makes the views, for tables that have the rows of all events.
  func makeViews(on database: Database) throws {
    if try hasViews(on: database) { return }
    try Self.dropViews(on: database)
    for object in views {
      try database.execute(sql: "DROP VIEW IF EXISTS \(object.name.quotedDatabaseIdentifier)")
      try database.execute(sql: object.sql)
    }
  }

  /// The condition for a view of Herald's: it reads tables for analysis, and has the name of one, or a former name.
  private static let isOurs = """
    sql LIKE '%analysis!_%' ESCAPE '!' AND name IN (
      SELECT substr(name, 10) FROM sqlite_schema WHERE type = 'table' AND name LIKE 'analysis!_%' ESCAPE '!'
      UNION ALL SELECT 'tables_behind')
    """

  /// Drops the views, because the tables are about to lack events. The rows stay, so that the next update adds to them.
  static func dropViews(on database: Database) throws {
    let views = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'view' AND \(isOurs)")
    for view in views { try database.execute(sql: "DROP VIEW \(view.quotedDatabaseIdentifier)") }
  }

  /// Deletes all rows for analysis, whatever their schema is, and drops the views. The next update makes them again.
  static func empty(on database: Database) throws {
    try dropViews(on: database)
    for table in try tables(on: database) {
      try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
    }
  }

  /// True if the tables have the rows of all events, and for a ledger without views. A view gives a wrong answer otherwise.
  static func areViewsRight(on database: Database) throws -> Bool {
    let hasViews = try Int.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'view' AND \(Self.isOurs))")
    return try hasViews == 0 || filledPosition(on: database) == Positions(on: database).last
  }

  /// The position up to which the tables have the rows of all events; nil for a ledger without such tables.
  static func filledPosition(on database: Database) throws -> Int? {
    let hasTable = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'analysis_filled'")
    guard hasTable == 1 else { return nil }
    return try Int.fetchOne(database, sql: "SELECT position FROM analysis_filled")
  }

  private static func tables(on database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'analysis!_%' ESCAPE '!'")
  }
}
