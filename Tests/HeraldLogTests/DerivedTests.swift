import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("What a ledger derives from its events")
struct DerivedTests {
  /// A ledger of three phones, and what replaying it says.
  private func filled(_ scratch: Scratch) throws -> String {
    let ledger = try Ledger(path: scratch.ledger)
    for (number, rounds) in [(1, 80), (2, 3), (3, 0)] {
      _ = try ledger.take(try scratch.log(Phone.busy(rounds, source: "/i/\(number)").lines))
    }
    try ledger.close()
    return try scratch.outcome()
  }

  @Test(
    "is read from the lines where it's missing, and comes back with the next writer",
    arguments: [
      "DELETE FROM facts", "DROP TABLE facts", "DELETE FROM facts WHERE event % 3 = 0", "DROP TABLE ids",
      "DROP TABLE streams", "DROP TABLE texts", "DROP TABLE runs", "DELETE FROM runs",
      "DELETE FROM runs WHERE event = (SELECT max(event) FROM runs)", "DROP TABLE profiles", "DROP TABLE documents",
      "DROP TABLE snapshots",
    ])
  func comesBack(sql: String) throws {
    let scratch = try Scratch()
    let before = try filled(scratch)
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) }
    #expect(try scratch.outcome().sortedLines == before.sortedLines)
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.outcome() == before)
    let ledger = try Ledger(path: scratch.ledger)
    #expect(try ledger.take(try scratch.log(Phone.busy(80).lines)).appended == 0)
    try ledger.close()
  }

  @Test("is the same whether one thread replays or several")
  func threads() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let phones = (0..<400).flatMap { Phone.busy($0 % 5, source: "/i/\($0)").lines }
    _ = try ledger.take(try scratch.log(phones))
    try ledger.close()
    var one: [UInt8] = []
    var three: [UInt8] = []
    try scratch.reader().replayLines([.decisions, .states], jobs: 1) { one += copy $0 }
    try scratch.reader().replayLines([.decisions, .states], jobs: 3) { three += copy $0 }
    #expect(one == three)
    #expect(!one.isEmpty)
  }

  @Test("does not change with snapshots, good ones or spoilt ones", arguments: [nil, "", "{}", #"{"state":{}}"#])
  func snapshots(spoilt: String?) throws {
    let scratch = try Scratch()
    _ = try filled(scratch)
    let folded = try scratch.reader().state(of: "/i/1")
    let ledger = try Ledger(path: scratch.ledger)
    let reading: PolicyReading = { Formats.read($0).reading }
    #expect(try ledger.state(of: "/i/1", reading: reading) == folded)
    let kept = try ledger.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") }
    #expect(kept == 1)
    if let spoilt {
      try ledger.queue.write { try $0.execute(sql: "UPDATE snapshots SET state = ?", arguments: [spoilt]) }
    }
    #expect(try ledger.state(of: "/i/1", reading: reading) == folded)
    #expect(try ledger.state(of: "/i/nobody", reading: reading) == nil)
    try ledger.close()
  }
}

extension String {
  fileprivate var sortedLines: [Substring] { split(separator: "\n").sorted() }
}
