import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Changes of a ledger since a token")
struct LedgerChangesTests: ForgettingFleet {
  private static let shape = "0123456789abcdef"

  private func changes(_ scratch: Scratch, since token: String, shape: String = shape) throws -> LedgerChanges {
    try scratch.reader().changes(since: token, shape: shape)
  }

  /// The kinds of change by the last part of the installation's name; `""` stands for those without a name.
  private func kinds(_ changes: LedgerChanges) -> [String: LedgerChanges.Kind] {
    Dictionary(
      uniqueKeysWithValues: changes.list.map { ($0.source.map { String($0.string.suffix(1)) } ?? "", $0.kind) })
  }

  private func refusal(_ scratch: Scratch, _ token: String) -> String? {
    do {
      _ = try changes(scratch, since: token)
      return nil
    } catch {
      guard let error = error as? LedgerError, error.exitStatus == .wrongUsage else { return "another error" }
      return error.diagnostic.words.why
    }
  }

  @Test("The start lists all installations as new, behind a row for those that the ledger does not have")
  func startListsAll() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    let start = try changes(scratch, since: LedgerReader.start)
    #expect(start.isWhole)
    #expect(kinds(start) == ["": .forgotten, "1": .new, "2": .new, "3": .new, "4": .new])
    #expect(start.count == 4)
  }

  @Test("Nothing changed since a token of the same moment, whoever reads it")
  func nothingChanged() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    let token = try changes(scratch, since: LedgerReader.start).token
    let again = try changes(scratch, since: token)
    #expect(again.list.isEmpty)
    #expect(again.token == token)
  }

  @Test("Installations that grew and new ones are told apart, and others are not listed")
  func growthIsListed() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let phones = Self.phones()
    _ = try ledger.importLog(try scratch.log(phones[0] + phones[1].prefix(7)))
    let token = try changes(scratch, since: LedgerReader.start).token
    _ = try ledger.importLog(try scratch.log(Array(phones[1].dropFirst(7)) + phones[2]))
    try ledger.close()
    let changes = try changes(scratch, since: token)
    #expect(kinds(changes) == ["2": .grew, "3": .new])
    #expect(!changes.isWhole)
  }

  @Test("A forgotten installation leaves a row without a name, and all others are listed so that it can be found")
  func forgettingListsTheOthers() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    let token = try changes(scratch, since: LedgerReader.start).token
    _ = try forget(.installations(["/i/name-of-2"]), in: ledger)
    _ = try ledger.append(line: Self.phone(1, rounds: Self.rounds + 1, isNumbered: true)[Self.rounds * 5])
    try ledger.close()
    let changes = try changes(scratch, since: token)
    #expect(kinds(changes) == ["": .forgotten, "1": .grew, "3": .kept, "4": .kept])
    #expect(!changes.isWhole)
    #expect(changes.count == 2)
    #expect(changes.sources == ["/i/name-of-1"])
  }

  @Test(
    "Installations with a forgotten value or beginning are rewritten",
    arguments: [Forgetting.users(["user-of-3"]), .properties(["seat"]), .before(start(ofRound: 2))])
  func forgettingRewrites(_ what: Forgetting) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    let token = try changes(scratch, since: LedgerReader.start).token
    _ = try forget(what, in: ledger)
    try ledger.close()
    let changes = try changes(scratch, since: token)
    let expected: Set<ExactString> =
      if case .users = what { ["/i/name-of-3"] } else { Set((1...4).map { ExactString("/i/name-of-\($0)") }) }
    #expect(changes.sources == expected)
    #expect(changes.list.allSatisfy { $0.kind == .rewritten })
    #expect(!changes.isWhole)
    #expect(try self.changes(scratch, since: changes.token).list.isEmpty)
  }

  @Test("All rows are made again where events came and were forgotten between, so that nothing proves what was there")
  func lostHeadsGiveAll() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let phones = Self.phones()
    _ = try ledger.importLog(try scratch.log(phones[0] + phones[1].prefix(7)))
    let token = try changes(scratch, since: LedgerReader.start).token
    _ = try ledger.importLog(try scratch.log(Array(phones[1].dropFirst(7))))
    _ = try forget(.installations(["/i/name-of-2"]), in: ledger)
    try ledger.close()
    let changes = try changes(scratch, since: token)
    #expect(changes.isWhole)
    #expect(kinds(changes) == ["": .forgotten, "1": .rewritten])
  }

  @Test("All rows are made again where columns are others than the token's")
  func otherColumnsGiveAll() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    let token = try changes(scratch, since: LedgerReader.start).token
    let changes = try changes(scratch, since: token, shape: "fedcba9876543210")
    #expect(changes.isWhole)
    #expect(changes.sources.count == 4)
  }

  @Test("The token of another ledger is refused, although it has the same events")
  func otherLedgersTokenIsRefused() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    try filled(scratch).close()
    try filled(other).close()
    let token = try changes(other, since: LedgerReader.start).token
    #expect(refusal(scratch, token) == "the token is another ledger's")
  }

  @Test("A token with a part that was changed is refused", arguments: 1...6)
  func madeUpTokenIsRefused(part: Int) throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    var parts = try changes(scratch, since: LedgerReader.start).token.split(separator: ".").map(String.init)
    parts[part] = String(parts[part].map { $0 == "1" ? "2" : "1" })
    let why = try #require(refusal(scratch, parts.joined(separator: ".")))
    #expect(why != "another error")
  }

  @Test("Rows that were read from lines alone are whole again in the next increment")
  func linesAloneAreReplaced() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: "UPDATE derived SET complete = 4711") }
    let token = try changes(scratch, since: LedgerReader.start).token
    try Ledger(path: scratch.ledger).close()
    let changes = try changes(scratch, since: token)
    #expect(changes.isWhole)
    #expect(changes.count == 4)
  }

  @Test("A text that is no token is refused", arguments: ["", "Start", "t1", "t1.....", "t2.a.1.1.1.1.1", "1"])
  func noTokenIsRefused(_ text: String) throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    #expect(refusal(scratch, text) == "`\(text)` is no token")
  }

  @Test("The token of a copy that went on by itself is refused, and so is one from before a backup was restored")
  func forksAreRefused() throws {
    let (scratch, fork) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    let phones = Self.phones()
    _ = try ledger.importLog(try scratch.log(phones[0]))
    try ledger.close()
    let common = try changes(scratch, since: LedgerReader.start).token
    let backup = try Scratch()
    for copy in [fork, backup] { try FileManager.default.copyItem(atPath: scratch.ledger, toPath: copy.ledger) }
    for (place, phone) in [(scratch, phones[1]), (fork, phones[2])] {
      let ledger = try Ledger(path: place.ledger)
      _ = try ledger.importLog(try place.log(phone))
      try ledger.close()
    }
    #expect(kinds(try changes(fork, since: common)) == ["3": .new])
    let token = try changes(scratch, since: common).token
    #expect(try #require(refusal(fork, token)).hasPrefix("what it had then is not what the token names"))
    #expect(try #require(refusal(backup, token)).hasSuffix("a backup was restored"))
  }
}
