import Foundation
import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

/// `Vectors/ledger-before-fingerprints.sqlite` was made by the last Herald that kept no fingerprint, from the corpus'
/// log `history/every-type-version-1`.
@Suite("The fingerprint of a ledger's derived tables")
struct FingerprintTests {
  /// Two phones, whose second fetch names a document that the first one brought.
  private static let lines = Phone.busy(40).lines + Phone.busy(3, source: "/i/2").lines
  private static let document = Digest.of(Phone.policy)

  private func filled(_ scratch: Scratch) throws {
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Self.lines))
    _ = try ledger.state(of: "/i/1", reading: { Formats.read($0).reading })
    try ledger.close()
  }

  /// SQL that leaves a ledger like one of a Herald with other fields, codes or tables: only the lines are usable.
  private static func mangled(_ fingerprint: Int64) -> String {
    """
    UPDATE facts SET type = type % 9 + 1, time = time + 1000, data = x'0102';
    UPDATE runs SET data = x'00';
    UPDATE texts SET text = text || 'x';
    UPDATE bodies SET body = '{}';
    UPDATE snapshots SET state = replace(state, '"launches":1', '"launches":7');
    UPDATE streams SET head = head - 1, chain = x'00';
    UPDATE derived SET complete = \(fingerprint);
    """
  }

  private func mangle(_ scratch: Scratch, _ fingerprint: Int64) throws {
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: Self.mangled(fingerprint)) }
  }

  @Test(
    "A reader of a ledger that another Herald derived answers from the lines, and says so", arguments: [1, 4_711])
  func readerAnswersFromLinesAndWarns(fingerprint: Int64) throws {
    let scratch = try Scratch()
    try filled(scratch)
    let reader = try scratch.reader()
    let (outcome, state, heads) = try (scratch.outcome(), reader.state(of: "/i/1"), reader.heads())
    try mangle(scratch, fingerprint)
    #expect(try scratch.outcome().lines == outcome.lines)
    #expect(try scratch.reader().state(of: "/i/1") == state)
    #expect(try scratch.reader().heads() == heads)
    #expect(try scratch.reader().document(Self.document) == Phone.policy)
    let warning = try #require(try scratch.reader().staleness())
    #expect(warning.code.name == "olderLedger")
    #expect(warning.severity == .warning)
    #expect(warning.fix.contains("--as sqlite"))
    // A reader that was open meanwhile does the same.
    #expect(try reader.state(of: "/i/1") == state)
    #expect(try reader.document(Self.document) == Phone.policy)
  }

  @Test("The next writer rebuilds what another Herald derived", arguments: [1, 4_711])
  func nextWriterRebuilds(fingerprint: Int64) throws {
    let scratch = try Scratch()
    try filled(scratch)
    let (outcome, heads) = try (scratch.outcome(), scratch.reader().heads())
    try mangle(scratch, fingerprint)
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.reader().staleness() == nil)
    #expect(try scratch.outcome() == outcome)
    #expect(try scratch.reader().heads() == heads)
    #expect(try scratch.reader().document(Self.document) == Phone.policy)
    #expect(try scratch.reader().auditChain().isIntact)
  }

  @Test("A ledger of a Herald without fingerprints is migrated by the next writer, and its tables are rebuilt")
  func ledgerWithoutFingerprintIsRebuilt() throws {
    let (scratch, fresh) = (try Scratch(), try Scratch())
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appendingPathComponent("Vectors/ledger-before-fingerprints.sqlite"),
      to: URL(fileURLWithPath: scratch.ledger))
    let log = root.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Events/history/every-type-version-1/log.jsonl")
    let ledger = try Ledger(path: fresh.ledger)
    _ = try ledger.importLog(try ByteSource(path: log.path))
    try ledger.close()
    #expect(throws: LedgerError.self) { try scratch.reader() }
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.reader().staleness() == nil)
    #expect(try scratch.reader().heads() == fresh.reader().heads())
    #expect(try scratch.outcome() == fresh.outcome())
    let kept = try DatabaseQueue(path: scratch.ledger).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM analysis_prompts")
    }
    // Rows for analysis were made of the old facts.
    #expect(kept == 0)
  }

  @Test("Missing rows are not blamed on another version: nothing is said, and the lines are read")
  func missingRowsAreNotAnotherHeralds() throws {
    let scratch = try Scratch()
    try filled(scratch)
    let outcome = try scratch.outcome()
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: "DELETE FROM facts") }
    #expect(try scratch.reader().staleness() == nil)
    #expect(try scratch.outcome().lines == outcome.lines)
  }

  @Test("A crash just before a rebuild is committed leaves a ledger that is rebuilt by the next writer")
  func crashBeforeCommitLosesNothing() throws {
    let (scratch, left) = (try Scratch(), try Scratch())
    try filled(scratch)
    let outcome = try scratch.outcome()
    let ledger = try Ledger(path: scratch.ledger)
    try ledger.queue.inDatabase { try $0.execute(sql: Self.mangled(4_711)) }
    let copying = CopyBeforeCommit(of: scratch.ledger, to: left.ledger)
    ledger.queue.add(transactionObserver: copying, extent: .observerLifetime)
    try ledger.rebuild()
    try ledger.close()
    try #require(copying.count == 1)
    #expect(try left.reader().staleness()?.code.name == "olderLedger")
    #expect(try left.outcome().lines == outcome.lines)
    try Ledger(path: left.ledger).close()
    #expect(try left.outcome() == outcome)
    #expect(try scratch.outcome() == outcome)
  }

  @Test("A rebuild that meets a line that cannot be read changes nothing")
  func rebuildOfUnreadableLineChangesNothing() throws {
    let scratch = try Scratch()
    try filled(scratch)
    try mangle(scratch, 4_711)
    func facts() throws -> [Row] {
      try DatabaseQueue(path: scratch.ledger).inDatabase {
        try Row.fetchAll($0, sql: "SELECT * FROM facts, derived ORDER BY event")
      }
    }
    try DatabaseQueue(path: scratch.ledger).inDatabase {
      try $0.execute(sql: "INSERT INTO lines SELECT max(position) + 1, stream, 1000, 'no event', chain FROM lines")
    }
    let before = try facts()
    let error = #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    #expect(error?.diagnostic.code.name == "brokenChain")
    #expect(try facts() == before)
  }

  @Test("The fingerprint covers the code and the fields of every type of event", arguments: EventType.allCases)
  func fingerprintCoversEventType(type: EventType) {
    let line = "\(type.code) \(type.rawValue): \(type.fieldNames.joined(separator: ", "))"
    #expect(DerivedFingerprint.text.split(separator: "\n").contains(Substring(line)))
  }

  @Test(
    "The fingerprint covers the words of closed lists, the shape of a snapshot and the derived tables",
    arguments: [
      FetchTrigger.allCases.map(\.rawValue).joined(separator: ", "),
      PromptKind.allCases.map(\.rawValue).joined(separator: ", "), InstallationState().snapshot, LedgerSchema.derived,
      "packing \(DerivedFingerprint.packing)",
    ])
  func fingerprintCoversPart(part: String) { #expect(DerivedFingerprint.text.contains(part)) }

  @Test("A fingerprint is another number for every other text", arguments: ["packing 1", "packing 2", "", "a", "b"])
  func fingerprintDiffersByText(text: String) {
    let number = DerivedFingerprint.number(of: text)
    #expect(number > 1)
    #expect(number != DerivedFingerprint.number(of: text + " "))
  }

  @Test("Facts are packed as in packing version 4; raise `DerivedFingerprint.packing` with another digest here")
  func packedBytesAreThoseOfTheVersion() throws {
    let scratch = try Scratch()
    let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Events/history/every-type-version-1/log.jsonl")
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try ByteSource(path: log.path))
    try ledger.close()
    let packed = try DatabaseQueue(path: scratch.ledger).read { database in
      try String.fetchAll(database, sql: "SELECT event || hex(data) FROM facts ORDER BY event")
        + String.fetchAll(database, sql: "SELECT event || ' ' || last || hex(data) FROM runs ORDER BY event")
    }
    #expect(DerivedFingerprint.packing == 4)
    #expect(
      Digest.of(packed.joined(separator: "\n"))
        == "sha256:7bddee607793bb639bcec54861313e56d40a063c0728158437500ff7eba790fe")
  }
}

/// Copies a ledger's files before a transaction is committed, as a crash would leave them.
private final class CopyBeforeCommit: TransactionObserver {
  private let ledger: String
  private let copy: String
  private(set) var count = 0

  init(of ledger: String, to copy: String) {
    self.ledger = ledger
    self.copy = copy
  }

  func databaseWillCommit() throws {
    count += 1
    guard count == 1 else { return }
    for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: ledger + end, toPath: copy + end) }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n").sorted() }
}
