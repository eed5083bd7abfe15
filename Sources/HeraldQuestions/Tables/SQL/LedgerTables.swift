import Herald
import HeraldFormats
public import HeraldLog

/// The tables below a ledger's views for analysis.
public enum LedgerTables {
  /// Makes the tables and views where they are missing, or have the columns of another version of Herald.
  ///
  /// New tables are empty until ``update(_:progress:)``. Only the view `events` and the bodies in `documents` need no
  /// update.
  ///
  /// - Parameter ledger: open for writing.
  /// - Throws: ``LedgerError``.
  public static func prepare(_ ledger: Ledger) throws { try ledger.makeAnalysis(LedgerSQL.schema) }

  /// Brings the tables up to date in one transaction.
  ///
  /// It replays the installations that grew since the last update, replaces their rows, and adds their new events to
  /// rules and documents.
  ///
  /// - Parameters:
  ///   - ledger: open for writing.
  ///   - progress: called now and then with the share that is done, from 0 to 1.
  /// - Returns: the number of installations that were behind, and the number of all installations.
  /// - Throws: ``LedgerError``.
  public static func update(
    _ ledger: Ledger, progress: ((Double) -> Void)? = nil
  ) throws -> (behind: Int, of: Int) {
    let counts = try ledger.updateAnalysis(
      LedgerSQL.schema, reading: Formats.reading, progress: progress, make: LedgerAnalysis.init
    ) { visitor, body in
      try visitor.analysis.finish(body: body)
    }
    return (counts.replayed, counts.of)
  }
}

/// Makes the rows of installations that grew. Rules and documents count only the events after the last update.
private struct LedgerAnalysis: StreamVisitor {
  /// The revision up to which the current stream was counted before.
  private final class Counted {
    var revision = 0
  }
  private let counted: Counted
  var analysis: Analysis<LedgerTableSink>

  init(_ writer: TableWriter) throws {
    let counted = Counted()
    self.counted = counted
    let tables = Set(LedgerSQL.ofStreams + LedgerSQL.ofAll)
    analysis = Analysis(tables, rows: try LedgerTableSink(writer)) { _ in counted.revision }
  }

  mutating func begin(_ stream: GrownStream) throws {
    counted.revision = stream.known
    try analysis.rows.begin(stream)
  }

  mutating func visit(_ moment: inout ReplayMoment) throws { try analysis.visit(&moment) }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    try analysis.ended(source, in: state)
  }
}

/// Writes rows into a ledger's own tables.
private struct LedgerTableSink: TableSink {
  private var stream = 0
  /// Indexed by ``AnalysisTable/place``; nil for events, which have no table.
  private let inserts: [RawStatement?]
  private let deletes: [RawStatement]

  init(_ writer: TableWriter) throws {
    inserts = try AnalysisTable.allCases.map { table in
      if LedgerSQL.ofAll.contains(table) { return try writer.statement(LedgerSQL.add(to: table)) }
      guard LedgerSQL.ofStreams.contains(table) else { return nil }
      return try writer.statement(
        TableSQL.insert(into: LedgerSQL.name(table), ["stream"] + LedgerSQL.columns(table).map(\.name)))
    }
    deletes = try LedgerSQL.ofStreams.map {
      try writer.statement("DELETE FROM \(LedgerSQL.name($0)) WHERE stream = ?")
    }
  }

  /// Begins a stream: the next rows belong to it, and its rows of the last update are deleted.
  mutating func begin(_ stream: GrownStream) throws {
    self.stream = stream.id
    guard stream.known > 0 else { return }
    for delete in deletes {
      delete.bind(stream.id, at: 1)
      try delete.run()
    }
  }

  mutating func append<Row: TableRow>(_ row: Row) throws {
    guard let insert = inserts[Row.table.place] else { return }
    if LedgerSQL.ofStreams.contains(Row.table) {
      insert.bind(stream, at: 1)
      return try insert.insert(row, after: 1)
    }
    try insert.add(row, LedgerSQL.columns(Row.table).count)
  }
}

extension RawStatement {
  /// Binds the first values of a row and runs. A missing digest is an empty text, because a key must not be null.
  fileprivate func add<Row: TableRow>(_ row: Row, _ count: Int) throws {
    for (index, column) in zip(Int32(1)..., Row.columns.prefix(count)) {
      let cell = column.cell(row)
      bind(column.name == "digest" && cell == .null ? .text("") : cell, at: index)
    }
    try run()
  }
}
