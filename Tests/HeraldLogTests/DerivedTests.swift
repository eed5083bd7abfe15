import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("What a ledger derives from its events")
struct DerivedTests {
  /// Makes a ledger of three phones; returns the outcome of its replay.
  private func filled(_ scratch: Scratch) throws -> String {
    let ledger = try Ledger(path: scratch.ledger)
    for (number, rounds) in [(1, 80), (2, 3), (3, 0)] {
      _ = try ledger.importLog(try scratch.log(Phone.busy(rounds, source: "/i/\(number)").lines))
    }
    try ledger.close()
    return try scratch.outcome()
  }

  @Test(
    "A ledger reads its lines where derived tables are missing, and the next writer rebuilds them",
    arguments: [
      "DELETE FROM facts", "DROP TABLE facts", "DELETE FROM facts WHERE event % 3 = 0", "DROP TABLE ids",
      "DROP TABLE streams", "DROP TABLE texts", "DROP TABLE runs", "DELETE FROM runs",
      "DELETE FROM runs WHERE event = (SELECT max(event) FROM runs)", "DROP TABLE profiles", "DROP TABLE bodies",
      "DROP TABLE snapshots",
    ])
  func missingDerivedTablesAreRebuilt(sql: String) throws {
    let scratch = try Scratch()
    let before = try filled(scratch)
    let state = try scratch.reader().state(of: "/i/1")
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) }
    #expect(try scratch.outcome().sortedLines == before.sortedLines)
    #expect(try scratch.reader().state(of: "/i/1") == state)
    #expect(state != nil)
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.outcome() == before)
    let ledger = try Ledger(path: scratch.ledger)
    #expect(try ledger.importLog(try scratch.log(Phone.busy(80).lines)).appended == 0)
    try ledger.close()
  }

  @Test(
    "A ledger's derived tables keep sources, ids and documents whole, whatever characters they have",
    arguments: ["\\u0000", "a\\u0000b", "\\ud83d\\ude00"])
  func oddCharactersSurviveDerivation(odd: String) throws {
    let scratch = try Scratch()
    var lines: [String] = []
    for source in ["/i", "/i\(odd)", "/i\(odd)x"] {
      var phone = Phone(source: source)
      phone.add("app.launched", #"{"properties":{"appPackageName":"a.b","x":"\#(odd)"},"user":"\#(odd)"}"#, id: odd)
      // The NUL after it makes it invalid JSON; a text that is cut at the NUL would be valid.
      let document = #"{\"packageName\":\"a.b\"}"# + odd
      let digest = Digest.of(#"{"packageName":"a.b"}"# + (try JSONText.unescaped(odd))).string
      phone.add(
        "fetch.succeeded",
        #"{"trigger":"launch","url":"\#(odd)","format":"herald","status":200,"digest":"\#(digest)","document":"\#(document)"}"#
      )
      phone.add("app.foregrounded")
      lines += phone.lines
    }
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(lines))
    var visitor = OutcomeWriter([.decisions, .states])
    try LogReader(log: try scratch.log(lines), shelf: DocumentShelf(reading: Formats.reading))
      .replay(visitor: &visitor)
    let expected = String(decoding: visitor.lines, as: UTF8.self).sortedLines
    #expect(try scratch.outcome().sortedLines == expected)
    for line in lines {
      let source = try EventReader.once(line).source
      let state = try scratch.reader().state(of: source)
      #expect(try ledger.state(of: source, reading: Formats.reading) == state)
      #expect(state?.counts.returns == 1)
    }
    try ledger.rebuild()
    #expect(try scratch.outcome().sortedLines == expected)
    #expect(try ledger.importLog(try scratch.log(lines)).appended == 0)
    try ledger.close()
  }

  @Test("A ledger replays to the same lines on one thread and on several")
  func replayIsTheSameOnAnyThreads() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let phones = (0..<400).flatMap { Phone.busy($0 % 5, source: "/i/\($0)").lines }
    _ = try ledger.importLog(try scratch.log(phones))
    try ledger.close()
    var one: [UInt8] = []
    var three: [UInt8] = []
    try scratch.reader().replayLines([.decisions, .states], jobs: 1) { one += $0 }
    try scratch.reader().replayLines([.decisions, .states], jobs: 3) { three += $0 }
    #expect(one == three)
    #expect(!one.isEmpty)
  }

  @Test(
    "A ledger gives the same states with and without snapshots, good ones and corrupt ones",
    arguments: [nil, "", "{}", #"{"state":{}}"#])
  func snapshotsDoNotChangeStates(spoilt: String?) throws {
    let scratch = try Scratch()
    _ = try filled(scratch)
    let folded = try scratch.reader().state(of: "/i/1")
    let ledger = try Ledger(path: scratch.ledger)
    let reading: PolicyReading = Formats.reading
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

extension EventReader {
  fileprivate static func once(_ line: String) throws -> Event {
    var reader = EventReader()
    return try reader.event(line)
  }
}

extension JSONText {
  /// The text without escapes.
  fileprivate static func unescaped(_ escaped: String) throws -> String {
    try JSONNode.read("\"\(escaped)\"").node.string ?? ""
  }
}

extension String {
  fileprivate var sortedLines: [Substring] { split(separator: "\n").sorted() }
}
