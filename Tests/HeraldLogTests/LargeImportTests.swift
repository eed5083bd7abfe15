import Foundation
import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("An import of some megabytes")
struct LargeImportTests {
  /// Some megabytes of phones that take turns, so that rows are inserted in several batches.
  private static let lines: [String] = {
    let phones = (0..<40).map { Phone.busy(100, source: "/i/\($0)").lines }
    return (0..<phones[0].count).flatMap { place in phones.map { $0[place] } }
  }()

  /// All rows of the tables that an import fills.
  private func rows(_ scratch: Scratch) throws -> [String: [Row]] {
    try DatabaseQueue(path: scratch.ledger).read { database in
      try Dictionary(
        uniqueKeysWithValues: (LedgerSchema.derivedTables + ["lines"]).map { table in
          (table, try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY 1"))
        })
    }
  }

  private func imported(_ lines: [String], after earlier: [String]) throws -> [String: [Row]] {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    if !earlier.isEmpty { _ = try ledger.take(try scratch.log(earlier, named: "earlier.jsonl")) }
    _ = try ledger.take(try scratch.log(lines))
    try ledger.close()
    return try rows(scratch)
  }

  @Test(
    "Importing a log again after its beginning stores the same rows as importing it at once", arguments: [1, 5_000])
  func beginningFirstIsTheSame(earlier: Int) throws {
    let rows = try imported(Self.lines, after: Array(Self.lines.prefix(earlier)))
    #expect(rows["lines"]?.count == Self.lines.count)
    #expect(try rows["lines"] == imported(Self.lines, after: [])["lines"])
  }

  @Test(
    "A large import that ends at a bad line stores nothing, and the ledger goes on", arguments: [0, 5_000])
  func storesNothingOfABadLog(earlier: Int) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let before = Array(Self.lines.prefix(earlier))
    _ = try ledger.take(try scratch.log(before))
    #expect(throws: LogRefused.self) { try ledger.take(try scratch.log(Self.lines + ["not JSON"])) }
    #expect(try scratch.exported() == before)
    #expect(try ledger.take(try scratch.log(Self.lines)).appended == Self.lines.count - earlier)
    try ledger.close()
    #expect(try scratch.exported() == Self.lines)
    #expect(try scratch.reader().auditDerived() == nil)
  }

  @Test("A large import that runs out of room stores nothing, and succeeds when there is room")
  func storesNothingWithoutRoom() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let few = Array(Self.lines.prefix(100))
    _ = try ledger.take(try scratch.log(few))
    // SQLite fails as on a full disk, and rolls the transaction back by itself.
    try limit(ledger, toPages: 300)
    #expect(throws: LedgerError.self) { try ledger.take(try scratch.log(Self.lines)) }
    #expect(try scratch.exported() == few)
    try limit(ledger, toPages: 1_000_000)
    #expect(try ledger.take(try scratch.log(Self.lines)).appended == Self.lines.count - few.count)
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
