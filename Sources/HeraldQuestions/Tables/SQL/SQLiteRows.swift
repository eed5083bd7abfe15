import Herald
import HeraldLog

/// Writes rows into a new SQLite file, a table for each kind.
package struct SQLiteRows: TableSink {
  /// Indexed by ``AnalysisTable/place``; nil for a table that isn't written.
  private let inserts: [RawStatement?]
  private let writer: TableWriter

  private init(_ tables: Set<AnalysisTable>, _ writer: TableWriter) throws {
    self.writer = writer
    inserts = try AnalysisTable.allCases.map { table in
      guard tables.contains(table) else { return nil }
      try writer.execute(TableSQL.create(table))
      return try writer.statement(TableSQL.insert(into: table.rawValue, table.columns.map(\.name)))
    }
  }

  /// Makes a file and fills it in one transaction.
  ///
  /// - Parameters:
  ///   - path: the file's place, where nothing is yet.
  ///   - name: the file's name in errors.
  ///   - tables: the tables of the file; rows of others are ignored.
  ///   - fill: adds the rows.
  /// - Throws: ``LedgerError`` where the file cannot be written, and the errors of `fill`.
  package static func make(
    _ path: String, named name: String, tables: Set<AnalysisTable>, _ fill: (SQLiteRows) throws -> Void
  ) throws {
    try TableFile.make(path, named: name) { try fill(SQLiteRows(tables, $0)) }
  }

  package mutating func take<Row: TableRow>(_ row: Row) throws {
    guard let insert = inserts[Row.table.place] else { return }
    try writer.naming { try insert.insert(row) }
  }
}
