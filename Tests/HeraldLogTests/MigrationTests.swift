import Foundation
import GRDB
import Herald
import HeraldFormats
import HeraldLog
import Testing

/// `Vectors/ledger-version-1.sqlite` was made by the Herald that had the first schema, from the corpus' log
/// `history/every-type-version-1`.
@Suite("A ledger of the first schema")
struct MigrationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let log = root.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Events/history/every-type-version-1/log.jsonl")

  private func old(_ scratch: Scratch) throws {
    let vector = Self.root.appendingPathComponent("Vectors/ledger-version-1.sqlite")
    try FileManager.default.copyItem(at: vector, to: URL(fileURLWithPath: scratch.ledger))
  }

  @Test("A writer migrates a ledger of the first schema, which then says the same with a whole chain")
  func writerMigratesTheFirstSchema() throws {
    let scratch = try Scratch()
    try old(scratch)
    try Ledger(path: scratch.ledger).close()
    let text = try String(contentsOf: Self.log, encoding: .utf8)
    #expect(try scratch.exported() == text.split(separator: "\n").map(String.init))
    #expect(try scratch.reader().auditChain().isIntact)

    let fresh = try Scratch()
    let ledger = try Ledger(path: fresh.ledger)
    _ = try ledger.importLog(try ByteSource(path: Self.log.path))
    try ledger.close()
    #expect(try scratch.outcome() == fresh.outcome())
    #expect(try scratch.reader().heads() == fresh.reader().heads())
    #expect(try Self.schema(scratch.ledger) == Self.schema(fresh.ledger))
  }

  @Test("A reader refuses a ledger of the first schema, and says how to migrate it")
  func unmigratedLedgerIsRefused() throws {
    let scratch = try Scratch()
    try old(scratch)
    let error = #expect(throws: LedgerError.self) { try scratch.reader() }
    #expect(error?.diagnostic.code.name == "olderLedger")
    #expect(error?.diagnostic.fix.contains("--as sqlite") == true)
  }

  @Test(
    "A ledger of the first schema without its derived tables is migrated all the same",
    arguments: ["documents", "derived", "facts"])
  func ledgerWithoutDerivedTablesIsMigrated(_ table: String) throws {
    let scratch = try Scratch()
    try old(scratch)
    try DatabaseQueue(path: scratch.ledger).write { try $0.execute(sql: "DROP TABLE \(table)") }
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.exported().count == 80)
    #expect(try scratch.reader().auditChain().isIntact)
  }

  /// The names of the objects in a file.
  private static func schema(_ path: String) throws -> Set<String> {
    try DatabaseQueue(path: path).read {
      try Set(String.fetchAll($0, sql: "SELECT type || ' ' || name FROM sqlite_schema"))
    }
  }
}
