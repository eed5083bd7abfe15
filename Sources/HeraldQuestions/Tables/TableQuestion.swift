public import HeraldLog

/// A question for a table: the rows that a log's events make, for a spreadsheet or a database (`herald export --table`).
///
/// ```swift
/// let answer = try TableQuestion(.prompts).answer(in: LoggedEvents(path: "fleet.sqlite"))
/// print(answer.csv, terminator: "")
/// ```
///
/// <doc:Tables> has the columns of all tables.
public struct TableQuestion: LogQuestion, Sendable {
  /// The table.
  public var table: AnalysisTable
  /// The end of each stream's replay; nil for the stream's end.
  public var limit: ReplayLimit?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks for the rows of a table.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  public init(_ table: AnalysisTable, until limit: ReplayLimit? = nil) {
    self.table = table
    self.limit = limit
  }

  /// Reads the events once, and answers in memory.
  ///
  /// - Throws: what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> TableAnswer {
    let answer = BufferedAnswer()
    try self.answer(in: events, to: answer.sink)
    return TableAnswer(json: answer.json, csv: answer.words)
  }

  /// Reads the events once, and sends the rows as they are found: as JSON Lines, or in place of words as CSV.
  ///
  /// - Throws: what reading the log throws.
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws {
    let replay = TableReplay(of: [table], until: limit, jobs: jobs)
    let events = try events.unread()
    let (json, csv) = (
      TextRows(.jsonl, of: [table]) { try sink.send(json: copy $1, words: nil) },
      TextRows(.csv, of: [table]) { try sink.send(json: [], words: String(decoding: copy $1, as: UTF8.self)) }
    )
    if sink.form.hasJSON, sink.form.hasWords {
      var rows = try replay.rows(in: events, BothForms(json: json, csv: csv))
      try rows.finish()
    } else {
      try replay.send(sink.form.hasJSON ? json : csv, as: sink.form.hasJSON ? .jsonl : .csv, from: events)
    }
  }
}

/// The rows of a table.
public struct TableAnswer: LogAnswer, Sendable {
  /// The rows as JSON Lines: one object for each row, with every column as a member.
  public let json: String
  /// The rows as CSV (RFC 4180): a header, then a record for each row.
  public let csv: String

  /// The rows as CSV.
  public var words: String { csv }
}

/// Writes rows in two forms at once.
private struct BothForms: TableSink {
  var json, csv: TextRows

  mutating func append<Row: TableRow>(_ row: Row) throws {
    try json.append(row)
    try csv.append(row)
  }

  mutating func finish() throws {
    try json.finish()
    try csv.finish()
  }
}

/// One replay of a log for the rows of some tables.
package struct TableReplay {
  private let tables: Set<AnalysisTable>
  private let limit: ReplayLimit?
  private let jobs: Int
  private let properties: PropertyColumns

  /// - Parameters:
  ///   - properties: the properties that the sink adds as columns.
  ///   - jobs: the number of threads that may work on a ledger.
  package init(
    of tables: Set<AnalysisTable>, properties: PropertyColumns = .none, until limit: ReplayLimit? = nil, jobs: Int = 1
  ) {
    self.tables = tables
    self.properties = properties
    self.limit = limit
    self.jobs = jobs
  }

  /// Passes the rows to a sink, and returns it.
  package func rows<Rows: TableSink>(in events: LoggedEvents, _ rows: Rows) throws -> Rows {
    var analysis = Analysis(tables, rows: rows, properties: properties)
    try events.replay(until: limit, inAnyOrder: true, visitor: &analysis)
    try events.tellForgotten()
    try analysis.finish(body: events.document)
    return analysis.rows
  }

  /// Sends the rows as text. Several threads make the rows of a ledger.
  ///
  /// - Parameters:
  ///   - rows: sends the rows on, in the format.
  ///   - format: the format of a row.
  package func send(_ rows: TextRows, as format: RowFormat, from events: LoggedEvents) throws {
    var analysis = Analysis(tables, rows: rows, properties: properties)
    try events.fold(into: &analysis, until: limit, inAnyOrder: true, jobs: jobs)
    try events.tellForgotten()
    try analysis.finish(body: events.document)
    try analysis.rows.finish()
  }
}
