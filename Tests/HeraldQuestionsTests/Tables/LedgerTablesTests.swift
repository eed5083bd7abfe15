import HeraldQuestionsTestSupport
import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Tables in a ledger")
struct LedgerTablesTests {
  @Test("The tables and views of a ledger have the columns of the rows", arguments: AnalysisTable.allCases)
  func ledgerHasColumnsOfRows(_ table: AnalysisTable) throws {
    let scratch = try Scratch()
    _ = try Self.update(scratch.path("ledger.sqlite"))
    let names = try DatabaseQueue(path: scratch.path("ledger.sqlite")).read { database in
      try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info('\(table.rawValue)')")
    }
    #expect(names == table.columns.map(\.name))
  }

  @Test("A ledger has no view before its tables are prepared, and all of them afterwards")
  func preparingMakesAllViews() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(Corpus.mixed, isPrepared: false)
    func views() throws -> Int? {
      try DatabaseQueue(path: path).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'view'")
      }
    }
    #expect(try views() == 0)
    let ledger = try Ledger(path: path)
    try LedgerTables.prepare(ledger)
    try ledger.close()
    #expect(try views() == AnalysisTable.allCases.count + 1)
    #expect(try Self.rows(.events, in: path).count == Rows(ledger: path)[.events].count)
  }

  /// The rows of a view, as SQLite has them.
  static func rows(_ table: AnalysisTable, in path: String) throws -> [[String: DatabaseValue]] {
    try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM \(table.rawValue)").map { row in
        Dictionary(uniqueKeysWithValues: row.map { ($0, $1) })
      }
    }
  }

  /// The path of a file with the same tables of a log.
  static func file(_ tables: Set<AnalysisTable>, of log: String, _ scratch: Scratch) throws -> String {
    let path = scratch.path("\(UUID().uuidString).sqlite")
    try SQLiteRows.make(path, named: path, tables: tables) { rows in
      let reader = try Rows.reader(log)
      var analysis = Analysis(tables, rows: rows)
      try reader.replay(visitor: &analysis)
      try analysis.finish { try reader.document($0) }
    }
    return path
  }

  static func update(_ path: String) throws -> Int {
    let ledger = try Ledger(path: path)
    let behind = try LedgerTables.update(ledger).behind
    try ledger.close()
    return behind
  }

  private static func behind(_ path: String) throws -> Int? {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT installations FROM tables_behind") }
  }

  @Test("A ledger's views that are filled step by step have the rows of the log")
  func viewsFillStepByStep() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    let lines = Corpus.mixed.split(separator: "\n").map { $0 + "\n" }
    // In the middle of streams: their rows are replaced, and rules and documents count what is new.
    for part in [lines.prefix(lines.count / 2), lines.prefix(lines.count / 2 + 40), lines[...]] {
      try scratch.take(part.joined())
      #expect(try #require(try Self.behind(path)) > 0)
      #expect(try Self.update(path) > 0)
      #expect(try Self.behind(path) == 0)
    }
    #expect(try Self.update(path) == 0)
    let tables = AnalysisTable.allCases.filter { $0 != .events }
    let file = try Self.file(Set(tables), of: Corpus.mixed, scratch)
    for table in tables {
      let (found, expected) = (try Self.rows(table, in: path), try Self.rows(table, in: file))
      #expect(found.count == expected.count, "\(table)")
      #expect(Set(found) == Set(expected), "\(table)")
    }
  }

  @Test("A ledger's view of events has the rows of the log, except for what SQL cannot read")
  func eventsViewHasTheLogsRows() throws {
    let scratch = try Scratch()
    try scratch.take(Corpus.mixed)
    let found = try Self.rows(.events, in: scratch.path("ledger.sqlite"))
    let expected = try Self.rows(.events, in: try Self.file([.events], of: Corpus.mixed, scratch))
    try #require(found.count == expected.count)
    for (row, wanted) in zip(found.sorted { $0["position"]! < $1["position"]! }, expected) {
      let differing = wanted.filter { $0.key != "data" && row[$0.key] != $0.value }.map(\.key)
      // SQLite cuts a text of JSON at its first NUL.
      let line = String.fromDatabaseValue(wanted["data"] ?? .null) ?? ""
      #expect(differing.isEmpty || line.contains("\\u0000"), "\(differing) of \(wanted)")
    }
  }

  @Test("A ledger's deleted tables are made by the next writer, and filled again")
  func deletedTablesAreRebuilt() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(RandomLog.make(seed: 1, policies: RandomLog.plain, phones: 9))
    _ = try Self.update(path)
    let before = try Self.rows(.prompts, in: path)
    #expect(!before.isEmpty)
    let rows = try Rows(ledger: path)
    for sql in ["DROP TABLE analysis_prompts", "DROP VIEW installations", "DROP TABLE analysis_streams"] {
      try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
      #expect(try Rows(ledger: path).cells == rows.cells)
      #expect(try Self.update(path) == 9)
      #expect(try Self.rows(.prompts, in: path) == before)
    }
  }

  @Test("Each column of events is a member of some type's data, or says how a ledger finds it")
  func eventColumnsAreFoundInLedger() {
    let unknown = EventRow.columns.filter { $0.sql == nil && EventSQL.types(with: $0.name).isEmpty }
    #expect(unknown.map(\.name) == [])
  }
}

extension DatabaseValue {
  fileprivate static func < (left: DatabaseValue, right: DatabaseValue) -> Bool {
    (Int.fromDatabaseValue(left) ?? 0) < (Int.fromDatabaseValue(right) ?? 0)
  }
}
