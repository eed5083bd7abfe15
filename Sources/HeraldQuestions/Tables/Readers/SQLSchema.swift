/// The tables as statements that make them empty.
struct SQLSchema {
  /// The language of the statements.
  enum Dialect {
    case duckdb
    /// Types of standard SQL, which PostgreSQL, Redshift, Snowflake and others know. A list is text in JSON.
    case sql
  }

  private let dialect: Dialect

  init(_ dialect: Dialect) { self.dialect = dialect }

  func text(of tables: [ReadTable], for reader: TableReader) -> String {
    "-- \(reader.heading)\n" + tables.map(statement).joined()
  }

  private func statement(_ read: ReadTable) -> String {
    let (table, columns) = (read.table, read.columns)
    let lines = columns.enumerated().map { place, column in
      "  \(definition(column, isKey: table.key.contains(column.name)))\(place < columns.count - 1 ? "," : "") -- \(TableSQL.comment(column))\n"
    }
    return """

      -- \(table.sentence) Key: \(table.key.joined(separator: ", ")).
      CREATE TABLE \(Self.quoted(table.rawValue)) (
      \(lines.joined()));

      """
  }

  /// Refuses null in the columns of the key alone, because rows of older exports lack columns that came later.
  private func definition(_ column: ColumnDescription, isKey: Bool) -> String {
    "\(Self.quoted(column.name)) \(type(column.type))\(isKey && !column.isNullable ? " NOT NULL" : "")"
  }

  /// Quotes a name, because `user` and `trigger` are words of several dialects.
  private static func quoted(_ name: String) -> String { "\"\(name)\"" }

  func type(_ type: ColumnType) -> String {
    switch dialect {
    case .duckdb: Self.duckdb(type)
    case .sql: Self.sql(type)
    }
  }

  private static func duckdb(_ type: ColumnType) -> String {
    switch type {
    case .text: "VARCHAR"
    case .integer: "BIGINT"
    case .real: "DOUBLE"
    case .boolean: "BOOLEAN"
    case .timestamp: "TIMESTAMP WITH TIME ZONE"
    case .date: "DATE"
    case .list:
      "STRUCT(\(TablesSchema.fieldsOfList.map { "\(quoted($0.name)) \(duckdb($0.type))" }.joined(separator: ", ")))[]"
    }
  }

  private static func sql(_ type: ColumnType) -> String {
    switch type {
    case .text, .list: "TEXT"
    case .integer: "BIGINT"
    case .real: "DOUBLE PRECISION"
    case .boolean: "BOOLEAN"
    case .timestamp: "TIMESTAMP WITH TIME ZONE"
    case .date: "DATE"
    }
  }
}
