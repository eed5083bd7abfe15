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

  @Test("A reader is told the type of each column, and no column is computed", arguments: AnalysisTable.allCases)
  func viewsHaveDeclaredTypes(_ table: AnalysisTable) throws {
    let scratch = try Scratch()
    _ = try Self.update(scratch.path("ledger.sqlite"))
    let types = try DatabaseQueue(path: scratch.path("ledger.sqlite")).read { database in
      try String.fetchAll(database, sql: "SELECT type FROM pragma_table_info('\(table.rawValue)')")
    }
    #expect(types == table.columns.map { LedgerSQL.declared($0.type) })
  }

  @Test("Each row of a view is a row of a table with rowids, which DuckDB counts", arguments: AnalysisTable.allCases)
  func tablesHaveRowIDs(_ table: AnalysisTable) throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(Corpus.mixed)
    _ = try Self.update(path)
    let (ids, rows) = try DatabaseQueue(path: path).read { database in
      (
        try Int.fetchOne(database, sql: "SELECT count(DISTINCT rowid) FROM \(LedgerSQL.name(table))"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.rawValue)")
      )
    }
    #expect(ids == rows)
  }

  static func views(_ path: String) throws -> Set<String> {
    try DatabaseQueue(path: path).read {
      Set(try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'view'"))
    }
  }

  static let allViews = Set(AnalysisTable.allCases.map(\.rawValue))

  @Test("A ledger has no view before its tables are filled, and all of them afterwards")
  func fillingMakesAllViews() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(Corpus.mixed)
    #expect(try Self.views(path).isEmpty)
    _ = try Self.update(path)
    #expect(try Self.views(path) == Self.allViews)
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

  @Test("A ledger's views that are filled step by step have the rows of the log")
  func viewsFillStepByStep() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    let lines = Corpus.mixed.split(separator: "\n").map { $0 + "\n" }
    // In the middle of streams: their rows are replaced, and rules and documents count what is new.
    for part in [lines.prefix(lines.count / 2), lines.prefix(lines.count / 2 + 40), lines[...]] {
      try scratch.take(part.joined())
      #expect(try Self.views(path).isEmpty)
      #expect(try Self.update(path) > 0)
      #expect(try Self.views(path) == Self.allViews)
    }
    #expect(try Self.update(path) == 0)
    let file = try Self.file(Set(AnalysisTable.allCases), of: Corpus.mixed, scratch)
    for table in AnalysisTable.allCases {
      let (found, expected) = (try Self.rows(table, in: path), try Self.rows(table, in: file))
      #expect(found.count == expected.count, "\(table)")
      #expect(Set(found) == Set(expected), "\(table)")
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
    for sql in ["DROP TABLE analysis_prompts", "DROP TABLE analysis_streams"] {
      try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
      #expect(try Rows(ledger: path).cells == rows.cells)
      #expect(try Self.update(path) == 9)
      #expect(try Self.rows(.prompts, in: path) == before)
    }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP VIEW installations") }
    #expect(try Self.update(path) == 0)
    #expect(try Self.views(path) == Self.allViews)
  }
}
