import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("The audit of what was forgotten")
struct ForgettingAuditTests: ForgettingFleet {
  @Test(
    "An audit finds what was removed or replaced without the journal's knowledge",
    arguments: [
      ("UPDATE anchors SET state = replace(state, 'seat-of-1', 'seat-of-9')", ChainBreak.Kind.notForgotten),
      ("UPDATE anchors SET revision = revision - 1", .notForgotten),
      ("UPDATE anchors SET first = zeroblob(32)", .notForgotten),
      (
        "UPDATE lines SET line = replace(line, 'forgotten-', 'forgotten+') WHERE line LIKE '%forgotten-%'",
        .notForgotten
      ),
      ("UPDATE forgotten SET events = events + 1", .notForgotten),
      ("DELETE FROM holes", .removed),
      ("UPDATE journal SET line = replace(line, 'a test', 'no test')", .journal),
      ("DELETE FROM journal WHERE position = 2", .journal),
      ("DELETE FROM journal", .journal),
      ("UPDATE identity SET uuid = 'c48eb12a-1076-4999-9e1c-5553468c76ad'", .identity),
      ("DELETE FROM identity", .identity),
      ("INSERT INTO identity VALUES ('c48eb12a-1076-4999-9e1c-5553468c76ad', x'00')", .identity),
    ])
  func auditFindsAFalseForgetting(sql: String, kind: ChainBreak.Kind) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.installations(["/i/name-of-2"]), in: ledger)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    _ = try forget(.users(["user-of-1"]), in: ledger)
    try ledger.close()
    #expect(try scratch.reader().auditChain().breaks == [])
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      for trigger in try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
        try database.execute(sql: "DROP TRIGGER \(trigger)")
      }
      try database.execute(sql: sql)
    }
    #expect(try scratch.reader().auditChain().breaks.contains { $0.kind == kind })
  }

  @Test("Nothing but a forgetting can remove or change what is true", arguments: LedgerGuard.forgettable + ["journal"])
  func truthIsGuarded(table: String) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.installations(["/i/name-of-2"]), in: ledger)
    _ = try forget(.users(["user-of-1"]), in: ledger)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    try ledger.close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      guard try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0 > 0 else { return }
      #expect(throws: DatabaseError.self) { try database.execute(sql: "DELETE FROM \(table)") }
    }
  }
}
