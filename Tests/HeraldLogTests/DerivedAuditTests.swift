import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("The audit of derived tables")
struct DerivedAuditTests {
  private func filled(_ scratch: Scratch) throws {
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.take(try scratch.log(Phone.busy(20).lines + Phone.busy(1, source: "/i/2").lines))
    try ledger.close()
  }

  private func change(_ scratch: Scratch, _ sql: String) throws {
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) }
  }

  @Test("The tables of an untouched ledger are what its lines say")
  func untouchedTablesAreEqual() throws {
    let scratch = try Scratch()
    try filled(scratch)
    #expect(try scratch.reader().auditDerived() == nil)
  }

  @Test(
    "A changed row of a derived table gives an error in place of another answer, and the audit names its table",
    arguments: [
      ("profiles", "UPDATE profiles SET properties = replace(properties, '1.0', '3.0')"),
      ("texts", "UPDATE texts SET text = replace(text, 'update:1', 'update:2')"),
      ("facts", "UPDATE facts SET time = time + 1 WHERE event = (SELECT max(event) FROM facts)"),
      ("runs", "UPDATE runs SET data = CAST(data || x'00' AS BLOB)"),
      ("streams", "UPDATE streams SET source = '/i/3' WHERE id = 2"),
    ])
  func changedRowGivesAnError(table: String, sql: String) throws {
    let scratch = try Scratch()
    try filled(scratch)
    try change(scratch, sql)
    let error = #expect(throws: LedgerError.self) { try scratch.outcome() }
    #expect(error?.diagnostic.code.name == "corruptFacts")
    #expect(error?.diagnostic.why.contains("`\(table)`") == true)
    #expect(try scratch.reader().auditDerived()?.table == table)
    #expect(try scratch.reader().auditChain().breaks == [])
  }

  @Test("A changed row with a fitting checksum answers otherwise, and only the audit finds it")
  func forgedChecksumIsFound() throws {
    let scratch = try Scratch()
    try filled(scratch)
    let outcome = try scratch.outcome()
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      for row in try Row.fetchAll(database, sql: "SELECT id, properties FROM profiles") {
        let (id, old): (Int, String) = (row[0], row[1])
        let new = old.replacing("1.0", with: "3.0")
        let sum = new.withBorrowedBytes { RowSum.text(number: id, $0) }
        try database.execute(
          sql: "UPDATE profiles SET properties = ?, sum = ? WHERE id = ?", arguments: [new, sum, id])
      }
    }
    #expect(try scratch.outcome() != outcome)
    #expect(try scratch.reader().auditDerived()?.table == "facts")
    let reader = try scratch.reader()
    reader.readsOnlyLines = true
    var text = ""
    try reader.replayLines([.decisions, .states], jobs: 1) { text += String(decoding: $0, as: UTF8.self) }
    #expect(text.split(separator: "\n").sorted() == outcome.split(separator: "\n").sorted())
  }

  @Test("A document that is not the one of its digest is an error, in place of another policy")
  func changedDocumentIsAnError() throws {
    let scratch = try Scratch()
    try filled(scratch)
    try change(scratch, "UPDATE bodies SET body = replace(body, '\"2.0\"', '\"0.9\"')")
    #expect(throws: LedgerError.self) { try scratch.outcome() }
    #expect(try scratch.reader().auditDerived()?.table == "bodies")
  }

  @Test("An event's line that was changed is an error where its envelope is read")
  func changedLineIsAnError() throws {
    let scratch = try Scratch()
    try filled(scratch)
    try change(scratch, "DROP TRIGGER lines_are_never_changed")
    try change(scratch, "UPDATE lines SET line = replace(line, '\"e-2\"', '\"x-2\"') WHERE revision = 2")
    #expect(throws: LedgerError.self) { try scratch.exported() }
    var visitor = Envelopes()
    #expect(throws: LedgerError.self) { try scratch.reader().replay(visitor: &visitor) }
  }
}

/// Reads each event's envelope.
private struct Envelopes: StepVisitor {
  mutating func visit(_ step: ReplayStep) throws {}
}
