import Herald
import HeraldFormats
public import HeraldLog

/// The tables below a ledger's views for analysis.
///
/// The views are there only while they have the rows of all events. The first append drops them, and an update makes them
/// again.
public enum LedgerTables {
  /// Brings the tables up to date, and makes the views. Large tables take several transactions, between which there are no
  /// views.
  ///
  /// It replays the installations that grew since the last update, replaces their rows, and adds their new events to
  /// events, rules and documents. Tables with the columns of another version of Herald are made again.
  ///
  /// - Parameters:
  ///   - ledger: open for writing.
  ///   - progress: called now and then with the share that is done, from 0 to 1.
  /// - Returns: the number of installations that were behind, and the number of all installations.
  /// - Throws: ``LedgerError``.
  @discardableResult
  public static func update(
    _ ledger: Ledger, progress: ((Double) -> Void)? = nil
  ) throws -> (behind: Int, of: Int) {
    var behind = 0
    while true {
      let part = try update(ledger, atMost: mostAtOnce, listing: .max, progress)
      behind += part.replayed
      if part.isWhole { return (behind, try ledger.installationCount()) }
    }
  }

  /// The number of events after which a transaction ends. It bounds the size of the write-ahead log.
  private static let mostAtOnce = 500_000
  /// The most installations that a server lists at once, which bounds its memory.
  private static let mostListed = 65_536

  /// Brings the tables of some installations up to date in one transaction. The views are there once no installation is
  /// left.
  ///
  /// - Parameter most: the number of events after which no further installation is replayed.
  /// - Returns: true where nothing is left, so that the views are there.
  /// - Throws: ``LedgerError``.
  package static func updatePart(_ ledger: Ledger, atMost most: Int) throws -> Bool {
    try update(ledger, atMost: most, listing: mostListed, nil).isWhole
  }

  /// True if the views are there and have the rows of all events.
  ///
  /// - Throws: ``LedgerError``.
  package static func areWhole(_ ledger: Ledger) throws -> Bool { try ledger.hasViews(of: LedgerSQL.schema) }

  private static func update(
    _ ledger: Ledger, atMost most: Int, listing listed: Int, _ progress: ((Double) -> Void)?
  ) throws -> AnalysisUpdate {
    try ledger.updateAnalysis(
      LedgerSQL.schema, reading: Formats.reading, atMost: most, listing: listed, progress: progress,
      make: LedgerAnalysis.init
    ) { visitor, body in
      try visitor.analysis.finish(body: body)
    }
  }
}

/// Makes the rows of installations that grew. Events, rules and documents are added for the
/// events after the last update only.
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
    analysis = Analysis(Set(LedgerSQL.all), rows: try LedgerTableSink(writer)) { _ in counted.revision }
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
  /// Indexed by ``AnalysisTable/place``.
  private let inserts: [RawStatement]
  private let deletes: [RawStatement]

  init(_ writer: TableWriter) throws {
    inserts = try AnalysisTable.allCases.map { try writer.statement(LedgerSQL.insert(into: $0)) }
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
    guard inserts.indices.contains(Row.table.place) else { return }
    let insert = inserts[Row.table.place]
    guard LedgerSQL.ofStreams.contains(Row.table) else { return try insert.insert(stored: row) }
    insert.bind(stream, at: 1)
    try insert.insert(row, after: 1)
  }
}

extension RawStatement {
  /// Binds the values of a row that a ledger's table has, and runs.
  fileprivate func insert<Row: TableRow>(stored row: Row) throws {
    guard Row.table == .documents else { return try insert(row) }
    let columns = Row.columns.filter { LedgerSQL.stores($0.description, of: Row.table) }
    for (index, column) in zip(Int32(1)..., columns) { bind(column.cell(row), at: index) }
    try run()
  }
}
