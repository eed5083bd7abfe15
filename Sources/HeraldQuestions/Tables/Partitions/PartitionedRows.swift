import Herald

/// Writes rows in a form of its own for each part of a table, and sends the pieces on with the name of the part.
package struct PartitionedRows<Rows: SentRows>: TableSink {
  private let tables: Set<AnalysisTable>
  private let make: (_ table: AnalysisTable, _ hasHead: Bool, _ send: @escaping Piece) -> Rows
  private let send: (TablePartition, borrowing [UInt8]) throws -> Void
  private var days: RowDays
  private var places: [TablePartition: Int] = [:]
  private var parts: [Rows] = []
  /// The parts that were begun, so that no head is written twice.
  private var begun: Set<TablePartition> = []
  private var waiting = 0
  package private(set) var count = 0

  package typealias Piece = (AnalysisTable, borrowing [UInt8]) throws -> Void

  /// Rows that wait in all parts together. More would take memory, fewer make small pieces.
  private static var mostWaiting: Int { 1 << 17 }

  /// - Parameters:
  ///   - tables: the tables to write; rows of others are ignored.
  ///   - usual: the days that have a folder, for days of devices' clocks; nil for days of arrival.
  ///   - make: makes the rows of a table in their form, with the head that begins a file or without.
  ///   - send: called with whole rows of one part.
  package init(
    of tables: Set<AnalysisTable>, usual: UsualDays?,
    make: @escaping (_ table: AnalysisTable, _ hasHead: Bool, _ send: @escaping Piece) -> Rows,
    send: @escaping (TablePartition, borrowing [UInt8]) throws -> Void
  ) {
    self.tables = tables
    days = RowDays(usual: usual)
    self.make = make
    self.send = send
  }

  package mutating func append<Row: TableRow>(_ row: Row) throws {
    // Asked of all rows of these tables, because the row of an event tells when the decision and the showing came.
    let day = PartitionDays.tables.contains(Row.table) ? days.day(of: row) : nil
    if let row = row as? InstallationRow { days.ended(row.source) }
    guard tables.contains(Row.table) else { return }
    let place = place(of: TablePartition(Row.table, day))
    try parts[place].append(row)
    count += 1
    waiting += 1
    if waiting >= Self.mostWaiting { try flush() }
  }

  private mutating func place(of part: TablePartition) -> Int {
    if let known = places[part] { return known }
    let send = send
    parts.append(make(part.table, begun.insert(part).inserted) { try send(part, $1) })
    places[part] = parts.count - 1
    return parts.count - 1
  }

  private mutating func flush() throws {
    for place in parts.indices { try parts[place].finish() }
    // With their buffers, which thousands of parts would keep.
    parts = []
    places = [:]
    waiting = 0
  }

  /// Sends the rest. A table without rows is sent as a part without rows, so that a reader finds its columns.
  package mutating func finish() throws {
    for table in AnalysisTable.written where tables.contains(table) && !begun.contains(where: { $0.table == table }) {
      let part = TablePartition(table, PartitionDays.tables.contains(table) ? TablePartition.Day.none : nil)
      try send(part, [])
      _ = place(of: part)
    }
    try flush()
  }
}
