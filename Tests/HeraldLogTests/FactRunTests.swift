import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("Facts packed in a run")
struct FactRunTests {
  /// A fact that owns its data.
  struct Fact: Hashable, Sendable {
    var key: Int64
    var time: Int64
    var zone: Int
    var code: Int
    var data: [UInt8]
  }

  private static let cases: [[Fact]] = [
    [Fact(key: 1, time: 0, zone: 0, code: 0, data: [])],
    [
      Fact(key: 7 << 32 | 1, time: 1_772_438_400_000, zone: 120, code: 1, data: [1, 2, 3]),
      Fact(key: 7 << 32 | 2, time: 1_772_438_399_999, zone: -720, code: 9, data: []),
      Fact(
        key: 7 << 32 | 0xFFFF_FFFF, time: -62_135_596_800_000, zone: 840, code: 3,
        data: [UInt8](repeating: 7, count: 300)),
    ],
    [
      Fact(key: 1 << 32, time: .max, zone: 0, code: 255, data: [0]),
      Fact(key: .max, time: .min, zone: 0, code: 1, data: [255]),
    ],
  ]

  private func written(_ facts: [Fact]) -> [UInt8] {
    var writer = FactRunWriter()
    for fact in facts {
      fact.data.withBorrowedBytes {
        writer.add(StoredFact(key: fact.key, time: fact.time, zone: fact.zone, code: fact.code, data: $0))
      }
    }
    return writer.bytes
  }

  private func read(_ bytes: [UInt8], key: Int64) -> (facts: [Fact], isCorrupt: Bool) {
    bytes.withBorrowedBytes { bytes in
      var reader = FactRunReader(bytes, key: key)
      var facts: [Fact] = []
      while let fact = reader.next() {
        facts.append(
          Fact(key: fact.key, time: fact.time, zone: fact.zone, code: fact.code, data: Array(fact.data)))
      }
      return (facts, reader.isCorrupt)
    }
  }

  @Test("Facts that are packed in a run come back unchanged", arguments: cases)
  func packedFactsRoundTrip(facts: [Fact]) {
    let result = read(written(facts), key: facts[0].key)
    #expect(result.facts == facts)
    #expect(!result.isCorrupt)
  }

  @Test("A truncated run of facts is noticed, wherever it ends", arguments: cases)
  func truncatedRunIsNoticed(facts: [Fact]) {
    let whole = written(facts)
    let ends = (1...facts.count).map { written(Array(facts.prefix($0))).count }
    for length in 1..<whole.count where !ends.contains(length) {
      let result = read(Array(whole.prefix(length)), key: facts[0].key)
      #expect(result.isCorrupt, "cut off after \(length) bytes")
      #expect(result.facts == Array(facts.prefix(result.facts.count)))
    }
  }

  @Test("A run of facts with a number that never ends is refused")
  func endlessNumberIsRefused() {
    #expect(read([UInt8](repeating: 0xFF, count: 40), key: 1).isCorrupt)
  }

  @Test(
    "A corrupt run of facts in a ledger is named, with the way to repair it",
    arguments: ["zeroblob(3)", "x'ffffffffffffffffffffffff'"])
  func corruptRunIsNamedWithTheFix(data: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(20).lines))
    try ledger.close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: "UPDATE runs SET data = \(data)") }
    let error = #expect(throws: LedgerError.self) { try scratch.outcome() }
    #expect(error?.diagnostic.code.name == "corruptFacts")
    #expect(error?.diagnostic.fix.contains("`DROP TABLE runs`") == true)
  }

  @Test("Long streams are packed into few rows of facts, and short ones are not packed")
  func onlyLongStreamsArePacked() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(
      try scratch.log(Phone.busy(400, source: "/long").lines + Phone.busy(1, source: "/short").lines))
    let (runs, events) = try ledger.queue.read {
      (
        try Int.fetchOne($0, sql: "SELECT count(*) FROM runs"),
        try Int.fetchOne($0, sql: "SELECT sum(events) FROM runs")
      )
    }
    #expect(try #require(runs) < 20)
    #expect(events == Phone.busy(400).lines.count)
    try ledger.close()
  }
}
