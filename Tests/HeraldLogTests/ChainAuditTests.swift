import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("The audit of a ledger's chain")
struct ChainAuditTests {
  private let phones = (1...3).map { Phone.busy(3, source: "/i/\($0)").lines }

  /// Makes a ledger with the events of several phones in turn; returns its heads.
  private func filled(_ scratch: Scratch) throws -> [StreamHead] {
    let ledger = try Ledger(path: scratch.ledger)
    let longest = phones.map(\.count).max() ?? 0
    let lines = (0..<longest).flatMap { index in phones.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
    _ = try ledger.importLog(try scratch.log(lines))
    try ledger.close()
    return try scratch.reader().heads()
  }

  /// Changes the file against its triggers, as anybody with the file and a tool can.
  private func tamper(_ scratch: Scratch, _ sql: String) throws {
    try DatabaseQueue(path: scratch.ledger).inDatabase {
      try $0.execute(sql: "DROP TRIGGER lines_are_never_changed; DROP TRIGGER lines_are_never_removed")
      try $0.execute(sql: sql)
    }
  }

  @Test("The chain audit finds an untouched ledger intact, with the heads that its writer gave")
  func untouchedLedgerIsIntact() throws {
    let scratch = try Scratch()
    let heads = try filled(scratch)
    let report = try scratch.reader().auditChain(against: heads)
    #expect(report.breaks == [])
    #expect(report.events == phones.joined().count)
    #expect(Set(report.heads) == Set(heads))
  }

  @Test(
    "The chain audit names the first event that differs from what was appended",
    arguments: [
      (
        "UPDATE lines SET line = replace(line, '1.0', '1.1') WHERE stream = 2 AND revision = 1",
        ChainBreak.Kind.changed, 1, 2
      ),
      ("UPDATE lines SET line = line || ' ' WHERE stream = 2 AND revision = 4", .changed, 4, 11),
      ("UPDATE lines SET chain = zeroblob(32) WHERE stream = 2 AND revision = 3", .changed, 3, 8),
      ("DELETE FROM lines WHERE stream = 2 AND revision = 5", .changed, 6, 17),
    ])
  func auditNamesTheFirstChangedEvent(sql: String, kind: ChainBreak.Kind, revision: Int, position: Int) throws {
    let scratch = try Scratch()
    _ = try filled(scratch)
    try tamper(scratch, sql)
    let breaks = try scratch.reader().auditChain().breaks
    #expect(
      breaks.first { $0.source == "/i/2" }
        == ChainBreak(
          kind: sql.hasPrefix("DELETE") ? .changed : kind, source: "/i/2", revision: revision, position: position))
    // A hole is found at the next event, whatever its stream is.
    #expect(breaks.contains { $0.kind == .removed } == sql.hasPrefix("DELETE"))
  }

  @Test("The chain audit finds an event that was inserted between two others, renumbered or not")
  func auditFindsAnInsertedEvent() throws {
    let scratch = try Scratch()
    _ = try filled(scratch)
    try tamper(
      scratch,
      "INSERT INTO lines SELECT 1000, stream, revision + 1, line, chain FROM lines WHERE stream = 3 ORDER BY position DESC LIMIT 1"
    )
    #expect(try scratch.reader().auditChain().breaks.contains { $0.source == "/i/3" })
  }

  @Test(
    "The chain audit finds a missing tail where the ledger still names it, and always with a head",
    arguments: [true, false])
  func auditFindsAMissingTail(isThorough: Bool) throws {
    let scratch = try Scratch()
    let heads = try filled(scratch)
    let cut = "DELETE FROM lines WHERE stream = 1 AND revision > 2"
    try tamper(scratch, isThorough ? cut + "; UPDATE streams SET head = 2, events = 2 WHERE id = 1" : cut)
    let reader = try scratch.reader()
    let tail = ChainBreak(kind: .tailMissing, source: "/i/1", revision: 2, position: 4)
    #expect(try reader.auditChain(against: heads).breaks.contains(tail))
    #expect(try reader.auditChain().breaks.contains(tail) == !isThorough)
  }

  @Test("Nothing is answered from a ledger whose last line is gone, and nothing appended to it")
  func lostLineIsToldByAll() throws {
    let scratch = try Scratch()
    _ = try filled(scratch)
    try tamper(scratch, "DELETE FROM lines WHERE position = (SELECT max(position) FROM lines)")
    let reader = try scratch.reader()
    var visitor = NoVisitor()
    #expect(throws: LedgerError.self) { try reader.replay(visitor: &visitor) }
    #expect(throws: LedgerError.self) { try reader.lines { _ in } }
    #expect(throws: LedgerError.self) { try reader.heads() }
    #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    var left = 0
    try reader.lines(isChecked: false) { _ in left += 1 }
    #expect(left == phones.joined().count - 1)
    #expect(try reader.auditChain().breaks.map(\.kind) == [.tailMissing])
  }

  @Test(
    "An altered first line is that of its installation, also where nothing but the lines is left",
    arguments: ["substr(line, 1, length(line) - 1)", "replace(line, '/i/2', '/i/9')"])
  func alteredFirstLineHasItsName(line: String) throws {
    let scratch = try Scratch()
    let heads = try filled(scratch)
    try tamper(scratch, "UPDATE lines SET line = \(line) WHERE position = 2; DELETE FROM streams")
    let report = try scratch.reader().auditChain(against: heads)
    #expect(report.breaks.map(\.kind) == [.changed])
    #expect(report.breaks.map(\.source) == ["/i/2"])
  }

  /// A ledger of a phone's lines, and the heads that it had at some revisions.
  private func ledger(_ lines: [String], headsAt revisions: [Int]) throws -> (Scratch, [StreamHead]) {
    func taken(_ lines: [String]) throws -> Scratch {
      let scratch = try Scratch()
      let ledger = try Ledger(path: scratch.ledger)
      _ = try ledger.importLog(try scratch.log(lines), options: ReadingOptions(isPartial: true))
      try ledger.close()
      return scratch
    }
    let heads = try revisions.flatMap { try taken(Array(phones[0].prefix($0))).reader().heads() }
    return (try taken(lines), heads)
  }

  @Test("The chain audit says up to which head a stream agrees, and from which one it differs")
  func headsNarrowAChangeDown() throws {
    var lines = phones[0]
    lines[3] = String(lines[3].dropLast()) + " }"
    let (scratch, heads) = try ledger(lines, headsAt: [2, 3, 5, 6])
    let report = try scratch.reader().auditChain(against: heads)
    #expect(report.breaks.map(\.kind) == [.otherHead, .otherHead])
    let compared = try #require(report.comparedHeads.first)
    #expect(report.comparedHeads.count == 1)
    #expect([compared.agreeing, compared.differing, compared.beyond, compared.newest] == [2, 2, 0, 6])
    #expect(compared.lastAgreeing == 3)
    #expect(compared.firstDiffering == 5)
  }

  @Test("The chain audit counts heads beyond the end of a stream")
  func headsBeyondTheEnd() throws {
    let (scratch, heads) = try ledger(Array(phones[0].prefix(4)), headsAt: [3, 6])
    let report = try scratch.reader().auditChain(against: heads)
    #expect(report.breaks.map(\.kind) == [.tailMissing])
    let compared = try #require(report.comparedHeads.first)
    #expect([compared.agreeing, compared.differing, compared.beyond, compared.newest] == [1, 0, 1, 6])
    #expect(compared.lastAgreeing == 3)
  }

  @Test("The chain audit finds a revision that a head names and a rewritten stream lacks")
  func headOfARemovedRevision() throws {
    var lines = phones[0]
    lines.remove(at: 4)
    let (scratch, heads) = try ledger(lines, headsAt: [3, 5])
    let report = try scratch.reader().auditChain(against: heads)
    #expect(report.breaks == [ChainBreak(kind: .otherHead, source: "/i/1", revision: 5, position: nil)])
    let compared = try #require(report.comparedHeads.first)
    #expect([compared.agreeing, compared.differing, compared.beyond, compared.forgotten] == [1, 1, 0, 0])
  }

  @Test("Every head that the chain audit is given is in one count, also of a missing or a forgotten installation")
  func countsAreOfAllHeads() throws {
    let scratch = try Scratch()
    let heads = try filled(scratch)
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.forget(.installations(["/i/2"]), reason: "asked", reading: Formats.reading)
    try ledger.close()
    let earlier = StreamHead(source: "/i/2", revision: 1, chain: heads[0].chain)
    let later = StreamHead(source: "/i/2", revision: 900, chain: heads[0].chain)
    let missing = [3, 4].map { StreamHead(source: "/i/9", revision: $0, chain: heads[0].chain) }
    let journal = try scratch.reader().auditChain().journal
    let given = heads + [earlier, later] + missing + [journal].compactMap(\.self)
    let report = try scratch.reader().auditChain(against: given)
    let counts = report.comparedHeads.map { [$0.agreeing, $0.differing, $0.beyond, $0.forgotten] }
    #expect(report.comparedHeads.map(\.source) == ["/i/1", "/i/3", "/i/2", "/i/9"] + [journal].compactMap(\.?.source))
    #expect(counts == [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 1, 1], [0, 0, 2, 0], [1, 0, 0, 0]])
    #expect(counts.joined().reduce(0, +) == given.count)
  }

  @Test("The chain audit tells a rewritten ledger from the one whose heads were kept")
  func auditFindsARewrittenLedger() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    let heads = try filled(scratch)
    let ledger = try Ledger(path: other.ledger)
    _ = try ledger.importLog(
      try other.log(phones[0].map { $0.replacingOccurrences(of: "\"a.b\"", with: "\"a.c\"") } + phones[1]))
    try ledger.close()
    let report = try other.reader().auditChain(against: heads)
    #expect(report.breaks.map(\.kind) == [.otherHead, .streamMissing])
    #expect(report.breaks.map(\.source) == ["/i/1", "/i/3"])
    #expect(try other.reader().auditChain().isIntact)
  }
}
