import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("The first stored line of a stream shows its owner")
struct FirstLineTests: ForgettingFleet {
  private static let source: ExactString = "/i/name-of-1"

  /// The lines of a phone, each with a salt of its own.
  private static let lines = phone(1, rounds: 4, isNumbered: true).enumerated().map { index, line in
    line.replacing(#","data":"#, with: #","salt":"AAAAAAAAAAAAAAAAAAAA\#(10 + index)","data":"#)
  }

  /// What became of the lines of a sender without the stream's token.
  private static func send(
    _ lines: some Sequence<String>, skipping: Set<Int> = [], to ledger: Ledger
  ) throws -> BatchOutcome {
    var batch = LineBatch(jsonLines: Array(lines.map { $0 + "\n" }.joined().utf8), name: "request")
    batch.mustShowFirstLine = true
    batch.skipped = skipping
    return try #require(try ledger.append([batch]).first)
  }

  private static func isRefused(_ outcome: BatchOutcome) -> Bool {
    outcome.refused.map(\.kind) == [.notOwner] && outcome.streams.allSatisfy { $0.stored + $0.duplicates == 0 }
  }

  @Test("It is the proof whatever its revision, where the lines before it were refused", arguments: [1, 2, 4])
  func skipped(count: Int) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = (0..<6).map { index in
      #"{"specversion":"1.0","id":"e-\#(index)","source":"/i/1","type":"app.foregrounded","time":"2026-03-02T08:00:00Z","#
        + #""revision":\#(index + 1),"salt":"AAAAAAAAAAAAAAAAAAAA\#(10 + index)","data":{}}"#
    }
    let began = try Self.send([lines[count]], skipping: Set(1...count), to: ledger)
    #expect(began.streams.map(\.showedFirstLine) == [true])
    #expect(Self.isRefused(try Self.send(lines[(count + 1)...], to: ledger)))
    let again = try Self.send(lines[count...], to: ledger)
    #expect(again.streams.map(\.showedFirstLine) == [true])
    #expect(again.streams.map { $0.head?.revision } == [6])
  }

  @Test(
    "Without a salt of 22 characters it proves nothing when it comes again, and no words confirm the guess",
    arguments: ["", #""salt":"","#, #""salt":"short","#, #""salt":"AAAAAAAAAAAAAAAAAAAAA","#, #""salt":null,"#])
  func guessable(salt: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = (1...2).map { revision in
      #"{"specversion":"1.0","id":"\#(revision)","source":"/i/1","type":"app.installed","time":"2026-03-02T08:00:00Z","#
        + #""revision":\#(revision),\#(salt)"data":{}}"#
    }
    #expect(try Self.send(lines[..<1], to: ledger).streams.map(\.showedFirstLine) == [true])
    let guessed = try Self.send(lines, to: ledger)
    #expect(Self.isRefused(guessed))
    let wrong = try Self.send([lines[0].replacing("08:00", with: "08:01")], to: ledger)
    #expect(Self.isRefused(wrong))
    #expect(guessed.refused.map(\.finding.why) == wrong.refused.map(\.finding.why))
  }

  @Test("It still is after retention forgot it, once and again, and no other line is")
  func retention() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try Self.send(Self.lines.prefix(15), to: ledger)
    for round in 1...2 {
      _ = try forget(.before(Self.start(ofRound: round)), in: ledger)
      #expect(try scratch.reader().auditChain().breaks.isEmpty)
      for other in [1, 5, 10, 14] { #expect(Self.isRefused(try Self.send(Self.lines[other...], to: ledger))) }
      let forged = Self.lines[0].replacing("AAAA10", with: "AAAA99")
      #expect(Self.isRefused(try Self.send([forged], to: ledger)))
      #expect(try Self.send(Self.lines.prefix(1), to: ledger).streams.map(\.showedFirstLine) == [true])
    }
    #expect(try Self.send(Self.lines, to: ledger).streams.map { $0.head?.revision } == [Self.lines.count])
  }

  @Test("After retention a line without a salt leaves no digest that gives it away")
  func forgottenGuess() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.phone(1, rounds: 2, isNumbered: true)
    _ = try Self.send(lines, to: ledger)
    _ = try forget(.before(Self.start(ofRound: 1)), in: ledger)
    #expect(
      try ledger.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM anchors WHERE first IS NULL") } == 1)
    #expect(Self.isRefused(try Self.send(lines, to: ledger)))
  }

  @Test("It still is after the user in it was forgotten, before and after retention")
  func user() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try Self.send(Self.lines, to: ledger)
    _ = try forget(.users(["user-of-1"]), in: ledger)
    #expect(try Self.send(Self.lines, to: ledger).streams.map(\.showedFirstLine) == [true])
    _ = try forget(.before(Self.start(ofRound: 1)), in: ledger)
    #expect(try Self.send(Self.lines, to: ledger).streams.map(\.showedFirstLine) == [true])
  }

  @Test("A forgotten installation has no owner any more")
  func installation() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try Self.send(Self.lines, to: ledger)
    _ = try forget(.before(Self.start(ofRound: 1)), in: ledger)
    _ = try forget(.installations([Self.source]), in: ledger)
    let outcome = try Self.send(Self.lines, to: ledger)
    #expect(outcome.refused.map(\.kind) == [.forgotten])
    #expect(outcome.streams.map(\.showedFirstLine) == [false])
  }
}
