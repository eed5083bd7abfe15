import Herald

/// Tables in SQL, made of their columns.
enum TableSQL {
  /// Creates a table of a file. A moment is text in RFC 3339, a boolean is 0 or 1, and a list is JSON. SQLite keeps the
  /// sentences as comments of its schema.
  static func create(_ table: AnalysisTable) -> String {
    let columns = table.columns
    let lines = columns.enumerated().map { place, column in
      "  \(definition(column))\(place < columns.count - 1 ? "," : "") -- \(comment(column))"
    }
    return "-- \(table.sentence)\nCREATE TABLE \(table.rawValue) (\n\(lines.joined(separator: "\n"))\n) STRICT"
  }

  static func comment(_ column: ColumnDescription) -> String {
    column.sentence + (column.unit.map { " In \($0)." } ?? "")
  }

  static func definition(_ column: ColumnDescription) -> String {
    "\(column.name) \(column.type.storage)\(column.isNullable ? "" : " NOT NULL")"
  }

  /// Inserts a row, its values in the order of the names.
  static func insert(into table: String, _ columns: [String]) -> String {
    let places = repeatElement("?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }
}

extension ColumnType {
  /// The type under which SQLite stores the values.
  var storage: String {
    switch self {
    case .text, .timestamp, .list: "TEXT"
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    }
  }
}
