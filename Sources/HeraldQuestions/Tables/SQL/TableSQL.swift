import Herald
import HeraldLog

/// Tables in SQL, made of their columns.
enum TableSQL {
  /// Creates a table of a file. A moment is text in RFC 3339, a boolean is 0 or 1, and a list is JSON. SQLite keeps the
  /// sentences as comments of its schema.
  static func create(_ table: AnalysisTable, _ properties: PropertyColumns) -> String {
    let columns = properties.columns(of: table)
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

  /// The name of a column in quotes, because a program's SQL may have the same word.
  static func quoted(_ name: String) -> String { "\"\(name)\"" }

  /// Inserts a row, its values in the order of the names.
  static func insert(into table: String, _ columns: [String]) -> String {
    let places = repeatElement("?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.map(quoted).joined(separator: ", "))) VALUES (\(places))"
  }
}

extension ColumnType {
  /// The type under which SQLite stores the values.
  var storage: String {
    switch self {
    case .text, .timestamp, .date, .list: "TEXT"
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    }
  }
}

extension RawStatement {
  /// Binds a row's values in the order of the columns, and runs.
  ///
  /// - Parameter after: the number of parameters before them, bound by the caller.
  func insert<Row: TableRow>(_ row: Row, with properties: PropertyColumns = .none, after: Int32 = 0) throws {
    var index = after
    row.eachCell(with: properties) { cell in
      index += 1
      bind(cell, at: index)
    }
    try run()
  }

  func bind(_ cell: Cell, at index: Int32) {
    switch cell {
    case .null: bindNull(at: index)
    case .text(let text): bind(copying: text.string, at: index)
    case .integer(let integer): bind(integer, at: index)
    case .real(let real): bind(real, at: index)
    case .boolean(let isTrue): bind(isTrue ? 1 : 0, at: index)
    case .timestamp(let moment): bind(copying: moment.description, at: index)
    case .date(let day): bind(copying: day.description, at: index)
    case .list(let list): bind(copying: list.json.string, at: index)
    }
  }
}

/// Writes rows into a new SQLite file, a table for each kind.
package struct SQLiteRows: TableSink {
  /// Indexed by ``AnalysisTable/place``; nil for a table that isn't written.
  private let inserts: [RawStatement?]
  private let writer: TableWriter
  private let properties: PropertyColumns
  /// The number of rows that were written.
  package private(set) var count = 0

  private init(_ tables: Set<AnalysisTable>, _ properties: PropertyColumns, _ writer: TableWriter) throws {
    self.writer = writer
    self.properties = properties
    inserts = try AnalysisTable.written.map { table in
      guard tables.contains(table) else { return nil }
      try writer.execute(TableSQL.create(table, properties))
      let columns = properties.columns(of: table).map(\.name)
      return try writer.statement(TableSQL.insert(into: table.rawValue, columns))
    }
  }

  /// Makes a file and fills it in one transaction.
  ///
  /// - Parameters:
  ///   - path: the file's place, where nothing is yet.
  ///   - name: the file's name in errors.
  ///   - tables: the tables of the file; rows of others are ignored.
  ///   - properties: the properties that are added as columns.
  ///   - fill: adds the rows.
  /// - Throws: ``LedgerError`` where the file cannot be written, and the errors of `fill`.
  package static func make(
    _ path: String, named name: String, tables: Set<AnalysisTable>, properties: PropertyColumns = .none,
    _ fill: (SQLiteRows) throws -> Void
  ) throws {
    try TableFile.make(path, named: name) { try fill(SQLiteRows(tables, properties, $0)) }
  }

  package mutating func append<Row: TableRow>(_ row: Row) throws {
    guard let insert = inserts[Row.table.place] else { return }
    try writer.naming { try insert.insert(row, with: properties) }
    count += 1
  }
}
