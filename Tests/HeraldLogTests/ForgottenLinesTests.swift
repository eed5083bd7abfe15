import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("Lines of an export about what was forgotten")
struct ForgottenLinesTests: ForgettingFleet {
  /// Changes the truth of a ledger behind its back.
  private func edit(_ scratch: Scratch, _ change: String) throws {
    try DatabaseQueue(path: scratch.ledger).write { database in
      let triggers = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger)") }
      try database.execute(sql: change)
    }
  }

  @Test(
    "An export stops where the journal does not know what the ledger says it forgot",
    arguments: [
      "INSERT INTO forgotten VALUES (x'', 0, 0, x'')",
      "UPDATE forgotten SET events = events + 1",
      "UPDATE forgotten SET chain = zeroblob(32)",
      "UPDATE anchors SET revision = revision + 1",
      "UPDATE anchors SET state = replace(state, 'launches', 'lunches')",
      "INSERT INTO kept_documents VALUES ('', '')",
      "INSERT INTO kept_documents VALUES ('sha256:00', '{}')",
    ])
  func unknownPartStopsTheExport(change: String) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.installations(["/i/name-of-1"]), in: ledger)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    try ledger.close()
    let lines = try scratch.exported()
    try edit(scratch, change)

    let error = #expect(throws: LedgerError.self) { try scratch.exported() }
    #expect(error?.diagnostic.code.name == "brokenChain")
    var unchecked: [String] = []
    try scratch.reader().lines(isChecked: false) { unchecked.append($0) }
    #expect(unchecked.count >= lines.count)
  }

  @Test(
    "Numbers and values that no ledger writes are an error of the ledger, and end no process",
    arguments: [
      "UPDATE lines SET revision = -1 WHERE position = (SELECT max(position) FROM lines)",
      "UPDATE lines SET chain = x'00' WHERE position = (SELECT max(position) FROM lines)",
      "UPDATE journal SET chain = x'' WHERE position = 1", "INSERT INTO forgotten VALUES (x'', -1, -1, x'')",
      "INSERT INTO forgotten VALUES (x'', 1, 9223372036854775807, x''), (x'00', 1, 9223372036854775807, x'')",
      "UPDATE anchors SET revision = -1, events = -9223372036854775808, chain = x''",
    ])
  func oddNumbersAreErrors(change: String) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.before(Self.start(ofRound: 1)), in: ledger)
    try ledger.close()
    try edit(scratch, change)
    _ = try? scratch.exported()
    _ = try? scratch.outcome()
    #expect(try !scratch.reader().auditChain().breaks.isEmpty)
  }

  @Test("An export stops where a ledger that forgot nothing names a forgotten part")
  func nothingWasForgotten() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    try edit(scratch, "INSERT INTO forgotten VALUES (x'00', 1, 1, x'00')")
    let error = #expect(throws: LedgerError.self) { try scratch.exported() }
    #expect(error?.diagnostic.why.contains("the journal does not know") == true)
  }
}
