import Herald
import HeraldLog

/// Writes rows into a new SQLite file, a table for each kind.
public struct SQLiteRows: TableSink {
  /// By the tables' places; nil for one that isn't wanted.
  private let inserts: [Statement?]

  private init(_ tables: Set<AnalysisTable>, _ writer: TableWriter) throws {
    inserts = try AnalysisTable.allCases.map { table in
      guard tables.contains(table) else { return nil }
      try writer.execute(TableSQL.create(table))
      return try writer.statement(TableSQL.insert(into: table.rawValue, table))
    }
  }

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - path: where nothing is yet.
  ///   - tables: which tables it has; rows of others are passed over.
  ///   - fill: gives it the rows.
  /// - Throws: ``LedgerError`` where the file cannot be written, and whatever `fill` throws.
  public static func make(_ path: String, tables: Set<AnalysisTable>, _ fill: (SQLiteRows) throws -> Void) throws {
    try TableFile.make(path) { try fill(SQLiteRows(tables, $0)) }
  }

  public mutating func take<Row: TableRow>(_ row: Row) throws {
    try inserts[Row.table.place]?.insert(row)
  }
}
