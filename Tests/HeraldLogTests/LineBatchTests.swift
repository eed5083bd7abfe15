import Foundation
import Herald
import HeraldFormats
import HeraldLog
import Testing

@Suite("Lines of several senders that are appended together")
struct LineBatchTests {
  private static func batch(_ lines: some Sequence<String>) -> LineBatch {
    LineBatch(jsonLines: Array(lines.map { $0 + "\n" }.joined().utf8), name: "request")
  }

  private static func append(_ lines: some Sequence<String>, to ledger: Ledger) throws -> BatchOutcome {
    try #require(try ledger.append([batch(lines)]).first)
  }

  /// The lines of three phones, mixed at random, each phone's in its order.
  private static func mixed(_ dice: inout Dice) -> [String] {
    var phones = (1...3).map { Phone.busy(3, source: "/i/\($0)", isNumbered: $0 > 1).lines[...] }
    var lines: [String] = []
    while let number = phones.indices.filter({ !phones[$0].isEmpty }).randomElement(using: &dice) {
      lines.append(phones[number].removeFirst())
    }
    return lines
  }

  @Test("However lines are cut into batches and groups, the ledger is that of an import", arguments: 0..<20)
  func cutsChangeNothing(seed: Int) throws {
    var dice = Dice(seed: seed)
    let lines = Self.mixed(&dice)
    let (scratch, other) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    var rest = lines[...]
    while !rest.isEmpty {
      let group = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
        let part = rest.prefix(Int.random(in: 1...6, using: &dice))
        rest = rest.dropFirst(part.count)
        return Self.batch(part)
      }
      _ = try ledger.append(group)
    }
    try ledger.close()
    let imported = try Ledger(path: other.ledger)
    _ = try imported.importLog(other.log(lines))
    try imported.close()
    #expect(try scratch.exported() == lines)
    #expect(try scratch.reader().heads() == other.reader().heads())
    #expect(try scratch.outcome() == other.outcome())
  }

  @Test("Sending everything again stores nothing", arguments: [true, false])
  func repeats(isNumbered: Bool) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(4, isNumbered: isNumbered).lines
    let first = try Self.append(lines, to: ledger)
    let second = try Self.append(lines, to: ledger)
    #expect(second.streams.map(\.duplicates) == [lines.count])
    #expect(second.streams.map(\.head) == first.streams.map(\.head))
    #expect(try scratch.exported() == lines)
  }

  @Test("A line that cannot be read stops its own stream, and other streams go on")
  func stopsOneStream() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let (good, bad) = (Phone.busy(1, source: "/i/good").lines, Phone.busy(1, source: "/i/bad").lines)
    let broken = bad[2].replacing("\"data\":{", with: "\"data\":{{")
    let outcome = try Self.append([bad[0], good[0], bad[1], broken, good[1], bad[3]], to: ledger)
    #expect(outcome.streams.map(\.stored) == [2, 2])
    #expect(outcome.streams.map(\.waiting) == [1, 0])
    #expect(outcome.refused.map(\.line) == [4])
    #expect(outcome.refused.map(\.kind) == [.bad])
    #expect(outcome.refused.map { String(decoding: $0.bytes, as: UTF8.self) } == [broken])
  }

  @Test("A gap names the revision to go on from")
  func gap() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(3).lines
    _ = try Self.append(lines[..<3], to: ledger)
    let outcome = try Self.append(lines[5...], to: ledger)
    #expect(outcome.refused.map(\.kind) == [.gap(expected: 4)])
    #expect(outcome.streams.map { $0.head?.revision } == [3])
  }

  @Test("A gap of revisions that were left out for good is accepted, and no larger one")
  func skips() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(3).lines
    _ = try Self.append(lines[..<3], to: ledger)
    var batch = Self.batch(lines[5...5])
    batch.skipped = [4]
    #expect(try ledger.append([batch])[0].refused.map(\.kind) == [.gap(expected: 4)])
    batch.skipped = [4, 5]
    #expect(try ledger.append([batch])[0].streams.map { $0.head?.revision } == [6])
  }

  @Test("Another event of a known id or revision is a fork, and both digests are named", arguments: [true, false])
  func forks(hasSameID: Bool) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(1).lines
    _ = try Self.append(lines, to: ledger)
    let other = lines[3].replacing("update\"", with: "skip\"").replacing(
      #""e-4""#, with: hasSameID ? #""e-4""# : #""x""#)
    let outcome = try Self.append([other], to: ledger)
    let digests = [lines[3], other].map { Digest.of($0).string.dropFirst("sha256:".count) }
    #expect(outcome.refused.map(\.kind) == [.forked(stored: String(digests[0]), sent: String(digests[1]))])
  }

  @Test("Who did not begin a stream cannot go on with it without its first line")
  func owner() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(2).lines.map {
      $0.replacing(#","data":"#, with: #","salt":"AAAAAAAAAAAAAAAAAAAAAA","data":"#)
    }
    var batch = Self.batch(lines[..<2])
    batch.mustShowFirstLine = true
    #expect(try ledger.append([batch])[0].streams.map(\.showedFirstLine) == [true])
    batch = Self.batch(lines[2...3])
    batch.mustShowFirstLine = true
    #expect(try ledger.append([batch])[0].refused.map(\.kind) == [.notOwner])
    batch = Self.batch(lines)
    batch.mustShowFirstLine = true
    let shown = try ledger.append([batch])[0]
    #expect(shown.streams.map(\.showedFirstLine) == [true])
    #expect(shown.streams.map { $0.head?.revision } == [lines.count])
  }

  @Test("Events of a forgotten installation are refused as such")
  func forgotten() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(1).lines
    _ = try Self.append(lines, to: ledger)
    _ = try ledger.forget(.installations(["/i/1"]), reason: "asked", reading: Formats.reading)
    #expect(try Self.append(lines, to: ledger).refused.map(\.kind) == [.forgotten])
  }
}
