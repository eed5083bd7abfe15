import HeraldQuestionsTestSupport
import Foundation
import GRDB
import Herald
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Views of a ledger are absent, or have the rows of all its events")
struct ViewsTruthTests {
  private let scratch: Scratch
  private let path: String
  private let lines: [String]

  init() throws {
    scratch = try Scratch()
    path = scratch.path("ledger.sqlite")
    let log = RandomLog.make(seed: 3, policies: RandomLog.plain, phones: 7)
    lines = log.split(separator: "\n").map(String.init)
    try scratch.take(lines.dropLast().map { $0 + "\n" }.joined())
    _ = try LedgerTablesTests.update(path)
  }

  private func expectTruth(_ comment: Comment) throws {
    let views = try LedgerTablesTests.views(path)
    if views.isEmpty { return }
    #expect(views == LedgerTablesTests.allViews, comment)
    let rows = try Rows(ledger: path)
    for table in AnalysisTable.allCases {
      #expect(try LedgerTablesTests.rows(table, in: path).count == rows[table].count, "\(table) \(comment)")
    }
  }

  @Test("An append drops the views in its own transaction, and an event that came again leaves them")
  func appendDropsViews() throws {
    let ledger = try Ledger(path: path)
    #expect(try LedgerTables.areWhole(ledger))
    _ = try ledger.append(line: lines[0])
    #expect(try LedgerTablesTests.views(path) == LedgerTablesTests.allViews)
    _ = try ledger.append(line: lines[lines.count - 1])
    #expect(try LedgerTablesTests.views(path).isEmpty)
    #expect(try LedgerTables.update(ledger).behind == 1)
    try expectTruth("after an update")
    #expect(try LedgerTablesTests.views(path) == LedgerTablesTests.allViews)
  }

  @Test("A refused append leaves the views, because nothing was stored")
  func refusedAppendLeavesViews() throws {
    let ledger = try Ledger(path: path)
    #expect(throws: LogRefused.self) { try ledger.append(line: "{}") }
    try expectTruth("after a refused line")
    #expect(try LedgerTables.areWhole(ledger))
  }

  @Test("A forgetting drops the views, and the next update makes them of what is left")
  func forgettingDropsViews() throws {
    let ledger = try Ledger(path: path)
    let source = try Rows(ledger: path)[.installations].compactMap { row -> ExactString? in
      guard case .text(let source) = row["source"] else { return nil }
      return source
    }
    _ = try ledger.forget(.installations([source[0]]), reason: "test", reading: Formats.reading)
    #expect(try LedgerTablesTests.views(path).isEmpty)
    _ = try LedgerTables.update(ledger)
    try expectTruth("after a forgetting")
    #expect(try LedgerTablesTests.rows(.installations, in: path).count == source.count - 1)
  }

  @Test("A part of an update leaves no views, and the last part makes all of them")
  func partsMakeNoViews() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE analysis_streams") }
    let ledger = try Ledger(path: path)
    var parts = 1
    while try !LedgerTables.updatePart(ledger, atMost: 1) {
      #expect(try LedgerTablesTests.views(path).isEmpty)
      parts += 1
    }
    #expect(parts == 7)
    try expectTruth("after all parts")
    #expect(try LedgerTablesTests.views(path) == LedgerTablesTests.allViews)
  }

  @Test("An append between two parts of an update is in the tables in the end")
  func appendBetweenParts() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE analysis_streams") }
    let ledger = try Ledger(path: path)
    #expect(try !LedgerTables.updatePart(ledger, atMost: 1))
    _ = try ledger.append(line: lines[lines.count - 1])
    while try !LedgerTables.updatePart(ledger, atMost: 1) {}
    try expectTruth("after all parts")
    #expect(try LedgerTables.areWhole(ledger))
  }

  @Test("Views that lack events, as a crash of their keeper leaves them, are dropped by the next writer that opens")
  func staleViewsAreDropped() throws {
    let ledger = try Ledger(path: path)
    ledger.keepsViews = true
    _ = try ledger.append(line: lines[lines.count - 1])
    #expect(try LedgerTablesTests.views(path) == LedgerTablesTests.allViews)
    try ledger.close()
    try Ledger(path: path).close()
    #expect(try LedgerTablesTests.views(path).isEmpty)
  }
}
