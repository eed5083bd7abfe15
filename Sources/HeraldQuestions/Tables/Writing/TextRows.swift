import Herald

/// Writes rows as text into a buffer for each table, and sends a buffer on when it holds 64 KiB.
package struct TextRows: SentRows {
  let format: RowFormat
  private let properties: PropertyColumns
  private let layouts: [RowLayout]
  /// The unsent text of each table, indexed by ``AnalysisTable/place``; nil for a table that isn't written.
  private var waiting: [Text?]
  private let send: (AnalysisTable, borrowing [UInt8]) throws -> Void
  package var count = 0

  fileprivate struct Text {
    let table: AnalysisTable
    var writer = JSONWriter()
  }

  fileprivate static let piece = 1 << 16

  /// - Parameters:
  ///   - format: the format of a row.
  ///   - tables: the tables to write; rows of others are ignored.
  ///   - properties: the properties that are added as columns.
  ///   - hasHeads: true to begin each table with its header, where the format has one.
  ///   - send: called with whole rows of one table. Each row of ``RowFormat/rows`` names its table itself.
  package init(
    _ format: RowFormat, of tables: Set<AnalysisTable>, properties: PropertyColumns = .none, hasHeads: Bool = true,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) {
    self.format = format
    self.properties = properties
    self.send = send
    layouts = properties.isEmpty ? RowLayout.ofTables : RowLayout.all(with: properties)
    waiting = AnalysisTable.written.map { table in
      guard tables.contains(table) else { return nil }
      var text = Text(table: table)
      if hasHeads { format.writeHead(of: properties.columns(of: table), into: &text.writer) }
      return text
    }
  }

  package mutating func append<Row: TableRow>(_ row: Row) throws {
    guard try waiting[Row.table.place]?.add(row, layouts[Row.table.place], as: format, send) != nil else { return }
    count += 1
  }

  package mutating func split(off tables: Set<AnalysisTable>) -> TextRows {
    var other = self
    other.waiting = waiting.split(off: tables)
    other.count = 0
    return other
  }

  package var form: (format: RowFormat, properties: PropertyColumns) { (format, properties) }

  package static func part(
    _ form: (format: RowFormat, properties: PropertyColumns), of tables: Set<AnalysisTable>,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) -> Self {
    TextRows(form.format, of: tables, properties: form.properties, hasHeads: false, send: send)
  }

  package mutating func send(_ rows: [UInt8], of table: AnalysisTable) throws {
    try waiting[table.place]?.flush(send)
    try send(table, rows)
  }

  package mutating func finish() throws {
    for place in waiting.indices { try waiting[place]?.flush(send) }
  }
}

extension TextRows.Text {
  fileprivate mutating func add<Row: TableRow>(
    _ row: Row, _ layout: RowLayout, as format: RowFormat, _ send: (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) throws {
    format.write(row, layout, into: &writer)
    if writer.output.count > TextRows.piece { try flush(send) }
  }

  fileprivate mutating func flush(_ send: (AnalysisTable, borrowing [UInt8]) throws -> Void) throws {
    if writer.output.isEmpty { return }
    try send(table, writer.bytes)
    writer.output.removeAll()
  }
}

extension AnalysisTable {
  /// The table's index among all.
  var place: Int {
    switch self {
    case .events: 0
    case .decisions: 1
    case .prompts: 2
    case .updates: 3
    case .installations: 4
    case .rules: 5
    case .documents: 6
    case .changed: 7
    }
  }
}
