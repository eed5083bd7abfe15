import Foundation
import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("An import")
struct ImportTests {
  /// Some megabytes of phones that take turns, so that neighbours in a table are far apart in the log.
  private static let lines: [String] = {
    let phones = (0..<40).map { Phone.busy(100, source: "/i/\($0)").lines }
    return (0..<phones[0].count).flatMap { place in phones.map { $0[place] } }
  }()

  @Test(
    "An import of some megabytes stores each line in its place and derives all tables, whatever was there before",
    arguments: [0, 1, 5_000])
  func storesEveryLine(earlier: Int) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    if earlier > 0 {
      _ = try ledger.importLog(try scratch.log(Array(Self.lines.prefix(earlier)), named: "earlier.jsonl"))
    }
    let report = try ledger.importLog(try scratch.log(Self.lines))
    #expect(report.appended == Self.lines.count - earlier)
    #expect(report.duplicates == earlier)
    try ledger.close()
    #expect(try scratch.exported() == Self.lines)
    #expect(try scratch.reader().auditDerived() == nil)
  }

  @Test(
    "An import that ends at a bad line stores nothing, and the ledger goes on", arguments: [0, 5_000])
  func storesNothingOfABadLog(earlier: Int) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let before = Array(Self.lines.prefix(earlier))
    _ = try ledger.importLog(try scratch.log(before))
    #expect(throws: LogRefused.self) { try ledger.importLog(try scratch.log(Self.lines + ["not JSON"])) }
    #expect(try scratch.exported() == before)
    #expect(try ledger.importLog(try scratch.log(Self.lines)).appended == Self.lines.count - earlier)
    try ledger.close()
    #expect(try scratch.exported() == Self.lines)
    #expect(try scratch.reader().auditDerived() == nil)
  }

  @Test("No text is numbered after one that could not be, because the transaction may be over")
  func nothingIsNumberedAfterAnError() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    try ledger.queue.writeWithoutTransaction { database in
      // Ends the transaction, as SQLite does by itself on a full disk.
      try database.execute(
        sql: """
          CREATE TEMP TRIGGER full BEFORE INSERT ON texts WHEN NEW.text = 'too much'
          BEGIN SELECT RAISE(ROLLBACK, 'full'); END
          """)
      let numbering = try LedgerNumbering(on: database)
      try database.execute(sql: "BEGIN IMMEDIATE")
      for text in ["before", "too much", "after"] { _ = numbering.number(of: ExactString(text)) }
      #expect(numbering.failure is DatabaseError)
      #expect(!database.isInsideTransaction)
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM texts") == 0)
    }
    try ledger.close()
  }

  @Test("An import that runs out of room stores nothing, and succeeds when there is room")
  func storesNothingWithoutRoom() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let few = Array(Self.lines.prefix(100))
    _ = try ledger.importLog(try scratch.log(few))
    // SQLite fails as on a full disk, and rolls the transaction back by itself.
    try limit(ledger, toPages: 300)
    #expect(throws: LedgerError.self) { try ledger.importLog(try scratch.log(Self.lines)) }
    #expect(try scratch.exported() == few)
    try limit(ledger, toPages: 1_000_000)
    #expect(try ledger.importLog(try scratch.log(Self.lines)).appended == Self.lines.count - few.count)
    try ledger.close()
    #expect(try scratch.exported() == Self.lines)
  }

  private func limit(_ ledger: Ledger, toPages count: Int) throws {
    try ledger.queue.writeWithoutTransaction { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(count)") }
  }
}

@Suite("The hash of an event")
struct EventHashTests {
  @Test("Events of one installation are neighbours in the table of ids, and no two of a thousand are the same")
  func eventsOfAnInstallationAreNeighbours() {
    let hashes = (0..<1000).map { EventHash.of(ExactString("e-\($0)"), source: "/i/1") }
    #expect(Set(hashes.map { $0 >> 32 }).count == 1)
    #expect(Set(hashes).count == 1000)
    #expect(EventHash.of("e-1", source: "/i/2") >> 32 != hashes[1] >> 32)
  }
}
