package import HeraldLog

/// The rows of some tables of a log, or of an increment of them.
package struct TableReplay {
  private let tables: Set<AnalysisTable>
  private let limit: ReplayLimit?
  private let jobs: Int
  private let properties: PropertyColumns
  private let increment: TableIncrement?

  /// Tables whose rows are not of one installation, so that an increment has them whole.
  private static let ofAll: Set<AnalysisTable> = [.rules, .documents]

  /// - Parameters:
  ///   - properties: the properties that the sink adds as columns.
  ///   - jobs: the number of threads that may work on a ledger.
  ///   - increment: the changes whose rows are made; nil for all rows.
  package init(
    of tables: Set<AnalysisTable>, properties: PropertyColumns = .none, until limit: ReplayLimit? = nil, jobs: Int = 1,
    increment: TableIncrement? = nil
  ) {
    self.tables = tables
    self.properties = properties
    self.limit = limit
    self.jobs = jobs
    self.increment = increment
  }

  /// The tables for which all installations are replayed.
  private var whole: Set<AnalysisTable> {
    guard let increment, !increment.changes.isWhole else { return tables.subtracting([.changed]) }
    return tables.intersection(Self.ofAll)
  }

  /// Passes the rows to a sink, and returns it.
  package func rows<Rows: TableSink>(in events: LoggedEvents, _ rows: Rows) throws -> Rows {
    var rows = try changedRows(in: events, rows)
    let whole = whole
    if whole.isEmpty {
      // The list of changes alone needs no replay.
    } else if increment?.changes.isWhole ?? true {
      rows = try replayed(whole, in: events, rows)
    } else {
      rows = try replayed(whole, in: events, OnlyTables(rows: rows, tables: whole)).rows
    }
    try events.tellForgotten()
    return rows
  }

  /// Sends the rows as text. Several threads make those for which all installations of a ledger are replayed.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  package func send(_ rows: TextRows, from events: LoggedEvents) throws -> Int { try sendAll(rows, from: events) }

  /// Sends the rows as columns, as text is sent.
  @discardableResult
  package func send(_ rows: ColumnRows, from events: LoggedEvents) throws -> Int { try sendAll(rows, from: events) }

  private func sendAll(_ rows: some SentRows, from events: LoggedEvents) throws -> Int {
    var ofChanged = rows
    var ofAll = ofChanged.split(off: whole)
    ofChanged = try changedRows(in: events, ofChanged)
    if !whole.isEmpty {
      var analysis = Analysis(whole, rows: ofAll, properties: properties)
      try events.fold(into: &analysis, until: limit, inAnyOrder: true, jobs: jobs)
      try analysis.finish(body: events.document)
      ofAll = analysis.rows
    }
    try events.tellForgotten()
    try ofChanged.finish()
    try ofAll.finish()
    return ofChanged.count + ofAll.count
  }

  /// Passes the list of what changed, and the rows for which only these installations are replayed.
  private func changedRows<Rows: TableSink>(in events: LoggedEvents, _ rows: Rows) throws -> Rows {
    guard let increment else { return rows }
    var rows = rows
    if tables.contains(.changed) {
      for change in increment.changes.list { try rows.append(ChangeRow(change)) }
    }
    let own = tables.subtracting(whole).subtracting([.changed])
    let sources = increment.changes.sources
    return own.isEmpty || sources.isEmpty ? rows : try replayed(own, in: events.only(sources), rows)
  }

  private func replayed<Rows: TableSink>(
    _ tables: Set<AnalysisTable>, in events: LoggedEvents, _ rows: Rows
  ) throws -> Rows {
    var analysis = Analysis(tables, rows: rows, properties: properties)
    try events.replay(until: limit, inAnyOrder: true, visitor: &analysis)
    try analysis.finish(body: events.document)
    return analysis.rows
  }
}

/// Passes the rows of some tables alone. An analysis also sends rows of other cheap tables.
private struct OnlyTables<Rows: TableSink>: TableSink {
  var rows: Rows
  let tables: Set<AnalysisTable>

  mutating func append<Row: TableRow>(_ row: Row) throws {
    if tables.contains(Row.table) { try rows.append(row) }
  }
}
