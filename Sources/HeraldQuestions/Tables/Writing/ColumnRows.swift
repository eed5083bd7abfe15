import Herald

/// Collects rows as columns, and sends a table's columns on when they hold a megabyte or 16,384 rows.
///
/// The buffers have the layout of Apache Arrow (*Arrow Columnar Format*, physical memory layout), so that a reader takes them
/// as they are. Text would be written here and parsed there: bench row 11d, half of the processor's time.
package struct ColumnRows: SentRows {
  /// The unsent columns of each table, indexed by ``AnalysisTable/place``; nil for a table that isn't written.
  private var waiting: [ColumnBatch?]
  private let properties: PropertyColumns
  private let send: (AnalysisTable, borrowing [UInt8]) throws -> Void
  package var count = 0

  private static let mostBytes = 1 << 20
  private static let mostRows = 1 << 14

  /// - Parameters:
  ///   - tables: the tables to write; rows of others are ignored.
  ///   - properties: the properties that are added as columns.
  ///   - send: called with some columns of one table, as ``ColumnBatch/take(into:)`` describes them.
  package init(
    of tables: Set<AnalysisTable>, properties: PropertyColumns = .none,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) {
    self.properties = properties
    self.send = send
    waiting = AnalysisTable.written.map { tables.contains($0) ? ColumnBatch(of: $0, properties: properties) : nil }
  }

  package var form: PropertyColumns { properties }

  package static func part(
    _ form: PropertyColumns, of tables: Set<AnalysisTable>,
    send: @escaping (AnalysisTable, borrowing [UInt8]) throws -> Void
  ) -> Self {
    ColumnRows(of: tables, properties: form, send: send)
  }

  package mutating func append<Row: TableRow>(_ row: Row) throws {
    let place = Row.table.place
    guard let size = waiting[place]?.append(row) else { return }
    count += 1
    if size.bytes > Self.mostBytes || size.rows >= Self.mostRows { try flush(Row.table) }
  }

  package mutating func send(_ rows: [UInt8], of table: AnalysisTable) throws {
    try flush(table)
    try send(table, rows)
  }

  package mutating func split(off tables: Set<AnalysisTable>) -> ColumnRows {
    var other = self
    other.waiting = waiting.split(off: tables)
    other.count = 0
    return other
  }

  package mutating func finish() throws {
    for table in AnalysisTable.written { try flush(table) }
  }

  private mutating func flush(_ table: AnalysisTable) throws {
    var output = ByteOutput()
    guard waiting[table.place]?.take(into: &output) == true else { return }
    try send(table, output.bytes)
  }
}
