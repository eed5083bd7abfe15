import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Forgetting")
struct ForgettingTests: ForgettingFleet {
  @Test("A forgotten installation is nowhere in the file, and all others answer and verify as before")
  func installationIsForgotten() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    let (before, heads) = (try outcomes(scratch, without: "name-of-2"), try scratch.reader().heads())
    let report = try forget(.installations(["/i/name-of-2"]), in: ledger)
    #expect(report.removed == Self.rounds * 5)
    #expect(report.isErased)
    for secret in ["name-of-2", "user-of-2", "seat-of-2", "prompt-2-0"] {
      #expect(try !contains(secret, scratch), "\(secret)")
    }
    try ledger.close()
    #expect(try outcomes(scratch) == before)
    let audit = try scratch.reader().auditChain(against: heads)
    #expect(audit.breaks == [])
    #expect(audit.forgotten == Self.rounds * 5)
  }

  @Test("The document that only a forgotten installation brought is kept for those that name it")
  func documentIsKept() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    var lines = Self.phones()
    // Only the first phone brings the document.
    for index in 1..<4 { lines[index][1] = lines[index][6].replacingOccurrences(of: "e-7", with: "e-2") }
    for index in 1..<4 {
      lines[index][1] = lines[index][1].replacingOccurrences(of: "\"revision\":7", with: "\"revision\":2")
    }
    _ = try ledger.importLog(try scratch.log(Self.mixed(lines)))
    let before = try outcomes(scratch, without: "name-of-1")
    _ = try forget(.installations(["/i/name-of-1"]), in: ledger)
    try ledger.close()
    #expect(try outcomes(scratch) == before)
  }

  @Test("Events of a forgotten installation are refused, and left out where bad lines are skipped")
  func forgottenInstallationIsRefused() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.installations(["/i/name-of-2"]), in: ledger)
    let log = Self.mixed(Self.phones())
    let error = #expect(throws: LogRefused.self) { try ledger.importLog(try scratch.log(log)) }
    #expect(error?.diagnostics.allSatisfy { $0.code.name == "forgotten" } == true)
    #expect(error?.badLines == Self.rounds * 5)
    let report = try ledger.importLog(try scratch.log(log), options: ReadingOptions(skipsInvalid: true))
    #expect(report.appended == 0)
    #expect(report.duplicates == Self.rounds * 15)
    #expect(throws: LogRefused.self) { try ledger.append(line: Self.phones()[1][0]) }
  }

  @Test("A forgotten user has a pseudonym in all lines, and nothing else changes")
  func userIsForgotten() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    let before = try scratch.outcome()
    let report = try forget(.users(["user-of-3"]), in: ledger)
    #expect(report.replaced == Self.rounds)
    #expect(try !contains("user-of-3", scratch))
    try ledger.close()
    let after = try scratch.outcome()
    let names = Set(after.matches(of: /forgotten-[A-Za-z0-9_-]{22}/).map { String($0.output) })
    #expect(names.count == 1)
    #expect(after.replacingOccurrences(of: names.first ?? "-", with: "user-of-3") == before)
    let audit = try scratch.reader().auditChain()
    #expect(audit.breaks == [])
    #expect(audit.replaced == Self.rounds)
  }

  @Test("A forgotten property is in no launch, and the chain still covers every line")
  func propertyIsForgotten() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    let heads = try scratch.reader().heads()
    _ = try forget(.properties(["seat"]), in: ledger)
    #expect(try !contains("seat", scratch))
    try ledger.close()
    #expect(try scratch.reader().auditChain(against: heads).breaks == [])
    // A salt keeps the digest of the old line from confirming a guess at the value.
    #expect(try scratch.exported().filter { $0.contains("app.launched") }.allSatisfy { $0.contains("\"salt\":") })
  }

  @Test("After a retention each stream begins with the state that its forgotten events made", arguments: [true, false])
  func beginningIsForgotten(isNumbered: Bool) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch, isNumbered: isNumbered)
    let heads = try scratch.reader().heads()
    let states = try self.states(scratch)
    let report = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    #expect(report.removed == 4 * 10)
    for secret in ["prompt-1-0", "prompt-4-1"] { #expect(try !contains(secret, scratch), "\(secret)") }
    #expect(try self.states(scratch) == states)
    _ = try forget(.before(Self.start(ofRound: 3)), in: ledger)
    try ledger.close()
    #expect(try self.states(scratch) == states)
    let audit = try scratch.reader().auditChain(against: heads)
    #expect(audit.breaks == [])
    #expect(audit.forgotten == 4 * 15)
    #expect(Set(audit.heads) == Set(heads))
  }

  private func states(_ scratch: Scratch) throws -> String {
    var text = ""
    try scratch.reader().replayLines([.states], jobs: 1) { text += String(decoding: $0, as: UTF8.self) }
    return text
  }

  @Test("An old backup does not bring back what a ledger forgot", arguments: [true, false])
  func backupBringsNothingBack(isNumbered: Bool) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch, isNumbered: isNumbered)
    _ = try forget(.users(["user-of-3"]), in: ledger)
    _ = try forget(.properties(["seat"]), in: ledger)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    let before = try scratch.exported()
    let backup = Self.mixed(Self.phones(isNumbered: isNumbered))
    let report = try ledger.importLog(try scratch.log(backup))
    #expect(report.appended == 0)
    #expect(report.duplicates == backup.count)
    try ledger.close()
    #expect(try scratch.exported() == before)
  }

  @Test("An export with forgotten parts verifies elsewhere: an import has its heads and outcome")
  func exportWithForgottenParts() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.installations(["/i/name-of-1"]), in: ledger)
    _ = try forget(.users(["user-of-3"]), in: ledger)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    try ledger.close()
    let (lines, heads, outcome) = (try scratch.exported(), try scratch.reader().heads(), try scratch.outcome())

    let other = try Scratch()
    let copy = try Ledger(path: other.ledger)
    _ = try copy.importLog(try other.log(lines))
    try copy.close()
    #expect(try other.reader().heads() == heads)
    #expect(try other.outcome() == outcome)
    #expect(try other.reader().auditChain(against: heads).breaks == [])

    var text = ""
    let shelf = DocumentShelf(reading: Formats.reading)
    try LogReader(log: try other.log(lines), shelf: shelf)
      .replayLines([.states]) { text += String(decoding: $0, as: UTF8.self) }
    #expect(try text == states(scratch))
  }

  @Test("A ledger answers the same without its derived tables after it forgot", arguments: ["facts", "derived"])
  func linesAnswerAsFactsDo(table: String) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    try ledger.close()
    let outcome = try scratch.outcome().split(separator: "\n").sorted()
    try DatabaseQueue(path: scratch.ledger).write { try $0.execute(sql: "DROP TABLE \(table)") }
    #expect(try scratch.outcome().split(separator: "\n").sorted() == outcome)
  }

  @Test("A forgetting that cannot be erased while somebody reads is finished by the next writer")
  func nextWriterErases() throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    try ledger.close()
    let reader = try DatabaseQueue(path: scratch.ledger)
    let writer = try Ledger(path: scratch.ledger)
    let isErased = try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM lines")
      defer { try? database.execute(sql: "ROLLBACK") }
      return try forget(.users(["user-of-3"]), in: writer).isErased
    }
    #expect(!isErased)
    #expect(try contains("user-of-3", scratch))
    try reader.close()
    try writer.close()
    try Ledger(path: scratch.ledger).close()
    #expect(try !contains("user-of-3", scratch))
  }

  @Test("Any sequence of forgettings leaves what it does not name, and a chain that verifies", arguments: 1...12)
  func anySequenceLeavesTheRest(seed: Int) throws {
    var dice = Dice(seed: seed)
    let scratch = try Scratch()
    let ledger = try filled(scratch, isNumbered: dice.roll(2) == 0)
    let heads = try scratch.reader().heads()
    var gone: [String] = []
    for _ in 0..<(2 + dice.roll(4)) {
      let number = 1 + dice.roll(4)
      switch dice.roll(4) {
      case 0:
        _ = try forget(.installations([ExactString("/i/name-of-\(number)")]), in: ledger)
        gone += ["name-of-\(number)", "user-of-\(number)", "prompt-\(number)-"]
      case 1:
        _ = try forget(.users([ExactString("user-of-\(number)")]), in: ledger)
        gone.append("user-of-\(number)")
      case 2:
        _ = try forget(.properties(["seat"]), in: ledger)
        gone.append("seat")
      default:
        let round = dice.roll(Self.rounds)
        _ = try forget(.before(Self.start(ofRound: round)), in: ledger)
        gone += (0..<round).flatMap { round in (1...4).map { "prompt-\($0)-\(round)" } }
      }
      for secret in gone { #expect(try !contains(secret, scratch), "\(secret)") }
    }
    try ledger.close()
    #expect(try scratch.reader().auditChain(against: heads).breaks == [])
    let other = try Scratch()
    let copy = try Ledger(path: other.ledger)
    _ = try copy.importLog(try other.log(try scratch.exported()))
    try copy.close()
    #expect(try other.reader().heads() == scratch.reader().heads())
    #expect(try other.outcome() == scratch.outcome())
  }
}
