import GRDB

/// The SQL of the tables and views for analysis in a ledger.
///
/// Queries read the views, and the views read tables with the results of a replay. Nothing in HeraldLog reads these
/// tables and no append writes them, so dropping them loses nothing.
///
/// SQLite keeps the statement that created a table or view. Comparing it with this schema finds every table of another
/// Herald: a name, the order of columns, a type, a key or a meaning differs. Meanings are comments in the statement.
package struct AnalysisSchema: Sendable {
  package struct Object: Hashable, Sendable {
    package enum Kind: String, Sendable { case table, view }

    let kind: Kind
    let name: String
    /// The statement that creates the object, in the spelling in which SQLite keeps it.
    package let sql: String

    /// - Parameter definition: the rest of the statement after `CREATE TABLE name` or `CREATE VIEW name`.
    package init(_ kind: Kind, _ name: String, _ definition: String) {
      self.kind = kind
      self.name = name
      sql = "CREATE \(kind.rawValue.uppercased()) \(name) \(definition)"
    }
  }

  /// Tables come before the views that read them.
  package let objects: [Object]

  /// - Parameters:
  ///   - tables: each named `analysis_…`.
  ///   - views: the views of these tables and of the ledger's tables.
  package init(tables: [Object], views: [Object]) {
    objects = [Self.streams] + tables + views + [Self.behind]
  }

  /// The revision up to which the rows of each stream were made.
  private static let streams = Object(
    .table, "analysis_streams", "(stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT")

  /// The number of streams that grew since their rows were made.
  private static let behind = Object(
    .view, "tables_behind",
    """
    AS SELECT
      count(*) FILTER (WHERE head > coalesce(revision, 0)) AS installations, count(*) AS of_installations
    FROM streams LEFT JOIN analysis_streams ON stream = id
    """)
}

extension AnalysisSchema {
  /// Returns true if each statement of the schema stands word for word in the ledger. One that differs is missing.
  func isCurrent(on database: Database) throws -> Bool {
    // Asked of SQLite itself: GRDB caches the schema, which another process may have changed.
    let found = try Set(String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view')"))
    return objects.allSatisfy { found.contains($0.sql) }
  }

  /// Drops every table and view for analysis and makes them again, empty.
  ///
  /// None is kept: rows that were made by an older schema would contradict new rows in another table.
  func make(on database: Database) throws {
    let older = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'view' AND sql LIKE '%analysis!_%' ESCAPE '!'")
    for view in Set(older).union(objects.filter { $0.kind == .view }.map(\.name)) {
      try database.execute(sql: "DROP VIEW IF EXISTS \(view.quotedDatabaseIdentifier)")
    }
    for table in try Self.tables(on: database) {
      try database.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)")
    }
    for object in objects { try database.execute(sql: object.sql) }
  }

  /// Deletes all rows for analysis, whatever their schema is. The next update makes them again.
  static func empty(on database: Database) throws {
    for table in try tables(on: database) {
      try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
    }
  }

  private static func tables(on database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'analysis!_%' ESCAPE '!'")
  }
}
