import Foundation
import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("The audit of derived tables")
struct DerivedAuditTests {
  private func filled(_ scratch: Scratch) throws {
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(20).lines + Phone.busy(1, source: "/i/2").lines))
    try ledger.close()
  }

  private func change(_ scratch: Scratch, _ sql: String) throws {
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) }
  }

  /// What an audit finds in the derived tables, on one thread and on two.
  private func difference(in scratch: Scratch) throws -> DerivedDifference? {
    let one = try scratch.reader().auditDerived()
    #expect(try scratch.reader().audit(against: [], jobs: 2) { _ in }.difference == one)
    return one
  }

  @Test("The tables of an untouched ledger are what its lines say")
  func untouchedTablesAreEqual() throws {
    let scratch = try Scratch()
    try filled(scratch)
    #expect(try difference(in: scratch) == nil)
  }

  @Test("Tables of events that another thread read before an event was appended, or a run changed, are read again")
  func tablesOfAnotherMomentAreReadAgain() throws {
    let (scratch, key) = (try Scratch(), MultisetHash.Key())
    try filled(scratch)
    let before = try #require(try scratch.reader().eventTables(under: key))
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1, source: "/i/3").lines))
    try ledger.close()
    #expect(before.rows != (try scratch.reader().eventTables(under: key)?.rows))
    #expect(try scratch.reader().auditDerived(under: key, progress: nil) { before } == nil)

    let changed = try Scratch()
    try filled(changed)
    try change(changed, "UPDATE runs SET data = CAST(data || x'00' AS BLOB)")
    let after = try #require(try changed.reader().eventTables(under: key))
    #expect(after.changedRun != nil)
    try change(changed, "UPDATE runs SET data = substr(data, 1, length(data) - 1)")
    #expect(try changed.reader().auditDerived(under: key, progress: nil) { after } == nil)
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
    #expect(try difference(in: scratch)?.table == table)
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
    #expect(try difference(in: scratch)?.table == "facts")
    let reader = try scratch.reader()
    reader.readsOnlyLines = true
    var text = ""
    try reader.replayLines([.decisions, .states], jobs: 1) { text += String(decoding: $0, as: UTF8.self) }
    #expect(text.split(separator: "\n").sorted() == outcome.split(separator: "\n").sorted())
  }

  @Test(
    "The audit names the event whose row is not what its line says",
    arguments: [
      ("UPDATE facts SET position = 100 WHERE position = 5", "facts", "revision 5 of /i/1"),
      ("UPDATE facts SET sum = sum + (1 << 32) WHERE position = 7", "facts", "revision 7 of /i/1"),
      ("UPDATE facts SET event = event + 1000 WHERE position = 20", "facts", "revision 20 of /i/1"),
      ("UPDATE facts SET position = 1001 - position WHERE position > 1", "facts", "revision 2 of /i/1"),
      ("UPDATE ids SET position = 100 WHERE position = 4", "ids", "revision 4 of /i/1"),
      ("UPDATE ids SET hash = hash + 1 WHERE position = 6", "ids", "revision 6 of /i/1"),
      ("UPDATE ids SET position = 1001 - position WHERE position > 2", "ids", "revision 3 of /i/1"),
      ("INSERT INTO ids VALUES (1, 1)", "ids", "rows for"),
      (
        "INSERT INTO facts SELECT event + 1000, position, time, zone, type, data, sum FROM facts LIMIT 1", "facts",
        "rows for"
      ),
    ])
  func changedEventIsNamed(sql: String, table: String, row: String) throws {
    let scratch = try Scratch()
    try filled(scratch)
    try change(scratch, sql)
    let difference = try difference(in: scratch)
    #expect(difference?.table == table)
    #expect(difference?.row.contains(row) == true, "it names \(difference?.row ?? "nothing")")
  }

  @Test(
    "The audit names a run whose facts are not those of the lines, though its checksum fits",
    arguments: [(nil, nil, false), (3, nil, true), (11, nil, true), (nil, 5, true), (nil, 0, false)])
  func forgedRunIsFound(changed: Int?, leftOut: Int?, isFound: Bool) throws {
    let scratch = try Scratch()
    try filled(scratch)
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      let facts = try RawStatement("SELECT event, time, zone, type, data, sum FROM facts ORDER BY event", on: database)
      var run = FactRunWriter()
      for index in 0..<12 where try facts.step() {
        var fact = try facts.verifiedFact
        if index == changed { fact.time += 1 }
        if index != leftOut { run.add(fact) }
      }
      let sum = run.bytes.withBorrowedBytes { RowSum.run(first: run.first, last: run.last, events: run.count, $0) }
      try database.execute(
        sql: "DELETE FROM runs; UPDATE derived SET complete = \(DerivedFingerprint.current)")
      try database.execute(
        sql: "INSERT INTO runs VALUES (?, ?, ?, ?, ?)",
        arguments: [run.first, run.last, run.count, Data(run.bytes), sum])
    }
    let difference = try difference(in: scratch)
    #expect(difference?.table == (isFound ? "runs" : nil))
    #expect(difference?.row == (isFound ? "the run from revision 1 of /i/1" : nil))
  }

  @Test("A document that is not the one of its digest is an error, in place of another policy")
  func changedDocumentIsAnError() throws {
    let scratch = try Scratch()
    try filled(scratch)
    try change(scratch, "UPDATE bodies SET body = replace(body, '\"2.0\"', '\"0.9\"')")
    #expect(throws: LedgerError.self) { try scratch.outcome() }
    #expect(try difference(in: scratch)?.table == "bodies")
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
private struct Envelopes: ReplayVisitor {
  mutating func visit(_ moment: inout ReplayMoment) throws { _ = try moment.event() }
}
