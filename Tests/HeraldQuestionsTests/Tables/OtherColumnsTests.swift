import HeraldQuestionsTestSupport
import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Tables in a ledger of a Herald with other columns")
struct OtherColumnsTests {
  /// Tables that a Herald with other columns may leave in a ledger, with the statements that make them.
  private static let older: [(what: String, sql: String)] = [
    ("before a column was added", "ALTER TABLE analysis_prompts DROP COLUMN language"),
    ("before a column was removed", "ALTER TABLE analysis_updates ADD COLUMN mood TEXT"),
    (
      "with columns in another order",
      """
      ALTER TABLE analysis_updates RENAME COLUMN kind TO k;
      ALTER TABLE analysis_updates RENAME COLUMN rule TO kind;
      ALTER TABLE analysis_updates RENAME COLUMN k TO rule;
      """
    ),
  ]

  @Test(
    "A ledger that was filled by a Herald with other columns is filled with the columns of today",
    arguments: older.indices)
  func otherColumnsAreFilledAgain(_ index: Int) throws {
    let (what, sql) = Self.older[index]
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(try Self.everyType)
    _ = try LedgerTablesTests.update(path)
    let before = try Self.tables.map { Set(try LedgerTablesTests.rows($0, in: path)) }
    try DatabaseQueue(path: path).write { database in
      // SQLite refuses to change a table whose views would break, so the views are made again afterwards.
      let views = try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'view'")
      for view in AnalysisTable.allCases { try database.execute(sql: "DROP VIEW \(view.rawValue)") }
      try database.execute(sql: sql)
      for view in views { try? database.execute(sql: view) }
    }
    // All rows are made again although no event changed.
    #expect(try LedgerTablesTests.update(path) == 1, "\(what)")
    for (table, rows) in zip(Self.tables, before) {
      #expect(Set(try LedgerTablesTests.rows(table, in: path)) == rows, "\(table) \(what)")
    }
  }

  @Test("A view of a Herald with other columns is made again")
  func otherViewIsMadeAgain() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(try Self.everyType)
    _ = try LedgerTablesTests.update(path)
    let rows = try LedgerTablesTests.rows(.updates, in: path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "DROP VIEW updates; CREATE VIEW updates AS SELECT source FROM analysis_updates")
    }
    _ = try LedgerTablesTests.update(path)
    #expect(try LedgerTablesTests.rows(.updates, in: path) == rows)
  }

  @Test("A view that a person made of these tables stays when Herald's own are made again")
  func ownViewStays() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(try Self.everyType)
    _ = try LedgerTablesTests.update(path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "CREATE VIEW my_week AS SELECT source FROM analysis_prompts; DROP VIEW prompts")
    }
    _ = try LedgerTablesTests.update(path)
    let counts = try DatabaseQueue(path: path).read { database in
      try ["my_week", "prompts"].map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") }
    }
    #expect(counts[0] == counts[1])
  }

  @Test("Rows are made again where a column's meaning changed, though its name and type did not")
  func otherMeaningIsFilledAgain() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    try scratch.take(try Self.everyType)
    _ = try LedgerTablesTests.update(path)
    try DatabaseQueue(path: path).inDatabase { database in
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql: "UPDATE sqlite_schema SET sql = replace(sql, 'The button that was chosen', 'The first button') "
          + "WHERE name = 'analysis_prompts'")
    }
    #expect(try LedgerTablesTests.update(path) == 1)
    #expect(try LedgerTablesTests.update(path) == 0)
  }

  @Test("A ledger that was filled before ledgers kept a fingerprint is filled again, and has the rows of its log")
  func ledgerBeforeFingerprintsIsFilledAgain() throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    let vector = Self.root.appendingPathComponent("Tests/HeraldLogTests/Vectors/ledger-before-fingerprints.sqlite")
    try FileManager.default.copyItem(atPath: vector.path, toPath: path)
    let log = try Self.everyType
    #expect(throws: LedgerError.self) { try Rows(ledger: path) }
    #expect(try LedgerTablesTests.update(path) == 1)
    let file = try LedgerTablesTests.file(Set(Self.tables), of: log, scratch)
    for table in Self.tables {
      let (found, expected) = (
        try LedgerTablesTests.rows(table, in: path), try LedgerTablesTests.rows(table, in: file)
      )
      #expect(Set(found) == Set(expected), "\(table)")
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A log of one installation with rows in every table.
  private static var everyType: String {
    get throws {
      try String(
        contentsOf: root.appendingPathComponent("Events/history/every-type-version-1/log.jsonl"), encoding: .utf8)
    }
  }

  /// The tables that are filled.
  private static let tables = AnalysisTable.allCases.filter { $0 != .events }
}
