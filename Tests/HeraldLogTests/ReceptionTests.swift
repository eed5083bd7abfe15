import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("The arrival of events at a server")
struct ReceptionTests {
  /// The arrivals of a ledger's events, by source and revision.
  private struct Arrivals: ReplayVisitor {
    var found: [String: Reception?] = [:]

    mutating func visit(_ moment: inout ReplayMoment) throws {
      let written = try moment.event()
      found["\(moment.source) \(moment.revision)"] = .some(written.reception)
    }
  }

  private static func reception(_ received: Int64, sent: Int64? = nil) -> Reception {
    Reception(received: Timestamp(milliseconds: received), sent: sent.map { Timestamp(milliseconds: $0) })
  }

  private static func batch(_ lines: [String], _ reception: Reception?) -> LineBatch {
    var batch = LineBatch(jsonLines: Array(lines.map { $0 + "\n" }.joined().utf8), name: "request")
    batch.reception = reception
    return batch
  }

  private static func arrivals(_ scratch: Scratch) throws -> [String: Reception?] {
    var visitor = Arrivals()
    try scratch.reader().replay(visitor: &visitor)
    return visitor.found
  }

  @Test("Each event has the arrival of the request that stored it, also where several are stored together")
  func eventsHaveTheirArrivals() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let (first, second) = (Phone.busy(1, source: "/i/1").lines, Phone.busy(1, source: "/i/2").lines)
    let arrivals = [Self.reception(1_000, sent: 400), Self.reception(2_000), Self.reception(9_000, sent: 9_500)]
    _ = try ledger.append([
      Self.batch(Array(first.prefix(2)), arrivals[0]), Self.batch(second, arrivals[1]),
    ])
    // What came before keeps its first arrival.
    _ = try ledger.append([Self.batch(Array(first.prefix(3)), arrivals[2])])
    _ = try ledger.append([Self.batch(Array(first.dropFirst(3)), nil)])
    try ledger.close()
    let found = try Self.arrivals(scratch)
    #expect(found["/i/1 1"] == arrivals[0])
    #expect(found["/i/1 2"] == arrivals[0])
    #expect(found["/i/1 3"] == arrivals[2])
    #expect(found["/i/1 4"] == .some(nil))
    #expect((1...second.count).allSatisfy { found["/i/2 \($0)"] == arrivals[1] })
  }

  @Test(
    "An arrival at no possible time is a fault of the ledger, and never another time", arguments: ["received", "sent"])
  func impossibleArrivalIsAFault(column: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append([Self.batch(Phone.busy(1).lines, Self.reception(1_000, sent: 400))])
    try ledger.close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      let guards = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'receptions'")
      for name in guards { try database.execute(sql: "DROP TRIGGER \(name.quotedDatabaseIdentifier)") }
      try database.execute(sql: "UPDATE receptions SET \(column) = \(Int64.max)")
    }
    #expect(throws: (any Error).self) { try Self.arrivals(scratch) }
  }

  @Test("A clock that is ahead has a positive offset in seconds, and one that was not said has none")
  func offsetsHaveASign() {
    #expect(Self.reception(1_000, sent: 3_500).clockOffset == 2.5)
    #expect(Self.reception(3_500, sent: 1_000).clockOffset == -2.5)
    #expect(Self.reception(3_500).clockOffset == nil)
  }

  @Test("The chain does not cover an arrival: heads and lines are the same with it and without")
  func chainIsTheSame() throws {
    let (with, without) = (try Scratch(), try Scratch())
    let lines = Phone.busy(2).lines
    for (scratch, reception) in [(with, Self.reception(1_000, sent: 2_000)), (without, nil)] {
      let ledger = try Ledger(path: scratch.ledger)
      _ = try ledger.append([Self.batch(lines, reception)])
      try ledger.close()
    }
    #expect(try with.reader().heads() == without.reader().heads())
    #expect(try with.exported() == without.exported())
    #expect(try with.reader().auditChain().breaks == [])
  }

  @Test("Tables that are derived again leave the arrivals")
  func rebuildLeavesArrivals() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append([Self.batch(Phone.busy(1).lines, Self.reception(1_000, sent: 2_000))])
    let before = try Self.arrivals(scratch)
    try ledger.rebuild()
    try ledger.close()
    #expect(try Self.arrivals(scratch) == before)
  }

  @Test("An arrival goes with the last of its events that is forgotten, and not before")
  func forgettingRemovesArrivals() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let (first, second) = (Phone.busy(1, source: "/i/1").lines, Phone.busy(1, source: "/i/2").lines)
    _ = try ledger.append([Self.batch(first, Self.reception(1_000))])
    _ = try ledger.append([Self.batch(second, Self.reception(2_000))])
    func stored() throws -> [Int64] {
      try DatabaseQueue(path: scratch.ledger).read {
        try Int64.fetchAll($0, sql: "SELECT received FROM receptions ORDER BY first")
      }
    }
    #expect(try stored() == [1_000, 2_000])
    _ = try ledger.forget(.installations(["/i/1"]), reason: "a test", reading: Formats.reading)
    try ledger.close()
    #expect(try stored() == [2_000])
    #expect(try Self.arrivals(scratch)["/i/2 1"] == Self.reception(2_000))
  }

  @Test("Nothing but a forgetting changes or removes an arrival", arguments: ["DELETE FROM", "UPDATE"])
  func arrivalsAreGuarded(verb: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append([Self.batch(Phone.busy(1).lines, Self.reception(1_000))])
    try ledger.close()
    let sql = verb == "UPDATE" ? "UPDATE receptions SET received = 5" : "DELETE FROM receptions"
    #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) }
    }
  }
}
