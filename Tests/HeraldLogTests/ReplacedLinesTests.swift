import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Users that are replaced before a ledger stores their lines")
struct ReplacedLinesTests: ForgettingFleet {
  /// The lines of a phone of the user `user-of-1`, salted or not.
  private static func lines(isSalted: Bool = true) -> [String] {
    phone(1, rounds: 2, isNumbered: true).enumerated().map { index, line in
      isSalted
        ? line.replacing(#","data":"#, with: #","salt":"AAAAAAAAAAAAAAAAAAAA\#(10 + index)","data":"#) : line
    }
  }

  private static func batch(_ lines: [String], pseudonym: String?, mustShowFirstLine: Bool = false) -> LineBatch {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    guard let pseudonym else {
      var plain = LineBatch(jsonLines: bytes, name: "request")
      plain.mustShowFirstLine = mustShowFirstLine
      return plain
    }
    let replaced = ReplacedLines(bytes, lines: LineBatch.ranges(in: bytes)) {
      $0 == "user-of-1" ? ExactString(pseudonym) : nil
    }
    var batch = LineBatch(replaced, name: "request")
    batch.mustShowFirstLine = mustShowFirstLine
    return batch
  }

  private static func append(
    _ lines: [String], pseudonym: String?, mustShowFirstLine: Bool = false, to ledger: Ledger
  ) throws -> BatchOutcome {
    try #require(
      try ledger.append([batch(lines, pseudonym: pseudonym, mustShowFirstLine: mustShowFirstLine)]).first)
  }

  @Test("The answer has the chain over the lines as they were sent, and no file has the user")
  func chain() throws {
    let (scratch, plain) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines()
    let outcome = try Self.append(lines, pseudonym: "p-1", to: ledger)
    let sent = try Self.append(lines, pseudonym: nil, to: try Ledger(path: plain.ledger))
    #expect(outcome.streams.map(\.head) == sent.streams.map(\.head))
    #expect(outcome.refused.isEmpty)
    #expect(outcome.streams.map(\.isRechained) == [false])
    #expect(try !contains("user-of-1", scratch))
    #expect(try scratch.exported().contains { $0.contains(#""user":"p-1""#) })
    #expect(try scratch.outcome().replacing("p-1", with: "user-of-1") == plain.outcome())
  }

  @Test("An audit verifies the lines as replaced, and an export verifies elsewhere")
  func audit() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    _ = try Self.append(Self.lines(), pseudonym: "p-1", to: ledger)
    let report = try scratch.reader().auditChain()
    #expect(report.breaks.isEmpty)
    #expect(report.replaced == 2)
    let copy = try Ledger(path: other.ledger)
    _ = try copy.importLog(other.log(try scratch.exported()))
    #expect(try other.reader().heads() == scratch.reader().heads())
    #expect(try other.reader().auditChain().breaks.isEmpty)
  }

  @Test("Nothing was forgotten, so that an index need not be made again")
  func noForgetting() throws {
    let scratch = try Scratch()
    _ = try Self.append(Self.lines(), pseudonym: "p-1", to: try Ledger(path: scratch.ledger))
    #expect(try scratch.reader().forgettings() == 0)
    #expect(try scratch.reader().forgottenDigests() == 0)
  }

  @Test(
    "Sending again stores nothing, also after the key was changed or the setting was turned off",
    arguments: ["p-1", "p-2", nil])
  func repeats(pseudonym: String?) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines()
    let first = try Self.append(lines, pseudonym: "p-1", to: ledger)
    let again = try Self.append(lines, pseudonym: pseudonym, mustShowFirstLine: true, to: ledger)
    #expect(again.refused.isEmpty)
    #expect(again.streams.map(\.duplicates) == [lines.count])
    #expect(again.streams.map(\.showedFirstLine) == [true])
    #expect(again.streams.map(\.head) == first.streams.map(\.head))
  }

  @Test("Lines that were stored before the setting was turned on are recognized")
  func repeatsOfPlainLines() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines()
    _ = try Self.append(Array(lines.prefix(6)), pseudonym: nil, to: ledger)
    let again = try Self.append(lines, pseudonym: "p-1", mustShowFirstLine: true, to: ledger)
    #expect(again.streams.map(\.duplicates) == [6])
    #expect(again.streams.map(\.stored) == [lines.count - 6])
    #expect(try scratch.reader().auditChain().breaks.isEmpty)
  }

  @Test("A line that an export brings back is recognized")
  func repeatsOfStoredLines() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try Self.append(Self.lines(), pseudonym: "p-1", to: ledger)
    let stored = try scratch.exported().filter { !$0.contains("urn:herald:ledger") }
    #expect(try Self.append(stored, pseudonym: "p-1", to: ledger).streams.map(\.duplicates) == [stored.count])
  }

  @Test("Another user under a known id is a fork, and the digests are of what was sent")
  func forks() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines()
    _ = try Self.append(lines, pseudonym: "p-1", to: ledger)
    let other = lines[0].replacing("user-of-1", with: "user-of-2")
    let digests = [lines[0], other].map { String(Digest.of($0).string.dropFirst("sha256:".count)) }
    #expect(
      try Self.append([other], pseudonym: "p-1", to: ledger).refused.map(\.kind) == [
        .forked(stored: digests[0], sent: digests[1])
      ])
  }

  @Test("A line without a salt is chained as it is stored, because its digest would give the user away")
  func withoutSalt() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines(isSalted: false)
    let first = try Self.append(lines, pseudonym: "p-1", to: ledger)
    #expect(first.refused.isEmpty)
    #expect(first.streams.map(\.isRechained) == [true])
    #expect(try !contains("user-of-1", scratch))
    #expect(try scratch.reader().auditChain().replaced == 0)
    let again = try Self.append(lines, pseudonym: "p-1", to: ledger)
    #expect(again.refused.isEmpty)
    #expect(again.streams.map(\.duplicates) == [lines.count])
    #expect(again.streams.map(\.isRechained) == [true])
    let stranger = try Self.append(lines, pseudonym: "p-1", mustShowFirstLine: true, to: ledger)
    #expect(stranger.refused.map(\.kind) == [.notOwner])
  }

  @Test(
    "However a line names the user, no file has it",
    arguments: [
      #""us\u0065r":"user-of-1""#, #""user":"\u0075ser-of-1""#, #""user" : "user-of-1" "#,
      #""user":"other","user":"user-of-1""#,
    ])
  func spellings(member: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let line = Self.lines()[0].replacing(#""user":"user-of-1""#, with: member)
    _ = try Self.append([line], pseudonym: "p-1", to: ledger)
    #expect(try !contains("user-of-1", scratch))
    #expect(try !contains(#"\u0075ser-of-1"#, scratch))
  }

  @Test("A line that is not UTF-8 is refused")
  func notUnicode() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    var bytes = Array(Self.lines()[0].utf8)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "v")))
    bytes[place] = 0xFF
    let replaced = ReplacedLines(bytes, lines: [0..<bytes.count]) { _ in "p-1" }
    let outcome = try ledger.append([LineBatch(replaced, name: "request")])
    #expect(outcome[0].refused.map(\.kind) == [.bad])
    #expect(try !contains("user-of-1", scratch))
  }

  @Test("Forgetting the pseudonym leaves a ledger that verifies")
  func forgetting() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Self.lines()
    _ = try Self.append(lines, pseudonym: "pseudonym-1", to: ledger)
    #expect(try forget(.users(["pseudonym-1"]), in: ledger).replaced == 2)
    #expect(try !contains("pseudonym-1", scratch))
    #expect(try scratch.reader().auditChain().breaks.isEmpty)
    let again = try Self.append(lines, pseudonym: "pseudonym-1", mustShowFirstLine: true, to: ledger)
    #expect(again.streams.map(\.duplicates) == [lines.count])
  }
}
