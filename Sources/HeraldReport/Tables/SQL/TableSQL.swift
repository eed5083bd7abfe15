import Herald

/// The tables in SQL, from their columns.
enum TableSQL {
  /// What makes a table of a file: a moment is text in RFC 3339, a boolean 0 or 1, a list JSON. The sentences stay in
  /// the file as comments.
  static func create(_ table: AnalysisTable) -> String {
    let columns = table.columns
    let lines = columns.enumerated().map { place, column in
      "  \(definition(column))\(place < columns.count - 1 ? "," : "") -- \(column.sentence)\(unit(column))"
    }
    return "-- \(table.sentence)\nCREATE TABLE \(table.rawValue) (\n\(lines.joined(separator: "\n"))\n) STRICT"
  }

  private static func unit(_ column: ColumnDescription) -> String { column.unit.map { " In \($0)." } ?? "" }

  static func definition(_ column: ColumnDescription) -> String {
    "\(column.name) \(column.type.storage)\(column.isNullable ? "" : " NOT NULL")"
  }

  /// Inserts a row's cells in their order.
  ///
  /// - Parameter leading: how many values come before them.
  static func insert(into name: String, _ table: AnalysisTable, leading: Int = 0) -> String {
    let places = repeatElement("?", count: leading + table.columns.count).joined(separator: ", ")
    return "INSERT INTO \(name) VALUES (\(places))"
  }
}

extension ColumnType {
  /// What SQLite stores the values as.
  var storage: String {
    switch self {
    case .text, .timestamp, .list: "TEXT"
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    }
  }
}
