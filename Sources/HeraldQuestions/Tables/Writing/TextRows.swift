import Herald

/// Writes rows as text into a buffer for each table, and sends a buffer on when it holds 64 KiB.
package struct TextRows: SentRows {
  let format: RowFormat
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
  ///   - hasHeads: true to begin each table with its header, where the format has one.
  ///   - send: called with whole rows of one table. Each row of ``RowFormat/rows`` names its table itself.
  package init(
    _ format: RowFormat, of tables: Set<AnalysisTable>, hasHeads: Bool = true,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) {
    self.format = format
    self.send = send
    waiting = AnalysisTable.written.map { table in
      guard tables.contains(table) else { return nil }
      var text = Text(table: table)
      if hasHeads { format.writeHead(of: table.columns, into: &text.writer) }
      return text
    }
  }

  package mutating func append<Row: TableRow>(_ row: Row) throws {
    guard try waiting[Row.table.place]?.add(row, as: format, send) != nil else { return }
    count += 1
  }

  package mutating func split(off tables: Set<AnalysisTable>) -> TextRows {
    var other = self
    for table in AnalysisTable.written {
      if tables.contains(table) { waiting[table.place] = nil } else { other.waiting[table.place] = nil }
    }
    other.count = 0
    return other
  }

  package var form: RowFormat { format }

  package static func part(
    _ form: RowFormat, of tables: Set<AnalysisTable>,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) -> Self {
    TextRows(form, of: tables, hasHeads: false, send: send)
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
    _ row: Row, as format: RowFormat, _ send: (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) throws {
    format.write(row, into: &writer)
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
