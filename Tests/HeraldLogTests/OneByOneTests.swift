import GRDB
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Events and installations one by one")
struct OneByOneTests {
  private let lines = (1...3).flatMap { Phone.busy(2, source: "/i/\($0)").lines }

  @Test(
    "Events that are appended one by one are stored as by an import, whatever happens in between",
    arguments: [
      "nothing", "a bad line", "another revision expected", "a blank line", "an event again", "an import", "a rebuild",
      "a stream of events", "a batch", "another ledger",
    ])
  func singleAppendsEqualAnImport(between: String) throws {
    let scratch = try Scratch()
    var ledger = try Ledger(path: scratch.ledger)
    for (index, line) in lines.enumerated() {
      #expect(try ledger.append(line: line).isNew)
      guard index % 5 == 2 else { continue }
      switch between {
      case "a bad line": #expect(throws: LogRefused.self) { try ledger.append(line: "{") }
      case "another revision expected":
        #expect(throws: LedgerError.self) { try ledger.append(line: lines[index + 1], expecting: 99) }
      case "a blank line": #expect(throws: LedgerError.self) { try ledger.append(line: "") }
      case "an event again": #expect(try ledger.append(line: lines[0]).isNew == false)
      case "an import": #expect(try ledger.importLog(try scratch.log([lines[0]])).duplicates == 1)
      case "a rebuild": try ledger.rebuild()
      case "a stream of events": try ledger.append(try scratch.log([lines[0]])) { #expect(!$0.isNew) }
      case "a batch": #expect(try duplicates(ledger.append([batch([lines[0]])])) == 1)
      case "another ledger":
        try ledger.close()
        ledger = try Ledger(path: scratch.ledger)
      default: break
      }
    }
    try ledger.close()
    let imported = try Scratch()
    let other = try Ledger(path: imported.ledger)
    _ = try other.importLog(try imported.log(lines))
    try other.close()
    #expect(try scratch.exported() == lines)
    #expect(try scratch.outcome() == imported.outcome())
    #expect(try scratch.reader().heads() == imported.reader().heads())
  }

  private func batch(_ lines: [String]) -> LineBatch {
    LineBatch(jsonLines: Array(lines.joined(separator: "\n").utf8), name: "request")
  }

  private func duplicates(_ outcomes: [BatchOutcome]) -> Int {
    outcomes.reduce(0) { $0 + $1.streams.reduce(0) { $0 + $1.duplicates } }
  }

  @Test("Events that come by line, as values, as a stream and in batches in turn are stored as by an import")
  func allWaysLeadToTheSameLedger() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    var reader = EventReader()
    for (index, line) in lines.enumerated() {
      switch index % 4 {
      case 0: #expect(try ledger.append(line: line).isNew)
      case 1: #expect(try ledger.append(reader.event(line, revision: 0)).isNew)
      case 2: try ledger.append(try scratch.log([line, line])) { #expect($0.id.string.hasPrefix("e-")) }
      default: #expect(try duplicates(ledger.append([batch([line]), batch([line, lines[0]])])) == 2)
      }
    }
    try ledger.close()
    #expect(try scratch.exported() == lines)
    #expect(try scratch.reader().auditDerived() == nil)
    let imported = try Scratch()
    let other = try Ledger(path: imported.ledger)
    _ = try other.importLog(try imported.log(lines))
    try other.close()
    #expect(try scratch.outcome() == imported.outcome())
    #expect(try scratch.reader().heads() == imported.reader().heads())
  }

  @Test("A stream of events that leaves bad lines out goes on behind them")
  func streamGoesOnBehindBadLines() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    var said: [String] = []
    var stored: [String] = []
    try ledger.append(
      try scratch.log([lines[0], "not JSON", lines[1], lines[0], lines[3]]),
      options: ReadingOptions(skipsInvalid: true),
      report: { said.append("\($0.code.name):\($0.place?.line ?? 0)") }
    ) { stored.append("\($0.id) \($0.isNew)") }
    try ledger.close()
    #expect(said == ["notJSON:2", "revisionGap:5"])
    #expect(stored == ["e-1 true", "e-2 true", "e-1 false", "e-4 true"])
    #expect(try scratch.exported() == [lines[0], lines[1], lines[3]])
  }

  @Test("A fault in an appended line is placed in this line, not after the lines before it")
  func faultIsInTheAppendedLine() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for line in lines { _ = try ledger.append(line: line) }
    let error = #expect(throws: LogRefused.self) { try ledger.append(line: "not JSON") }
    #expect(error?.diagnostics.first?.place?.line == 1)
    try ledger.close()
  }

  @Test(
    "An installation that is replayed alone ends as among all, whatever is written in between",
    arguments: ["", "DROP TABLE texts", "DROP TABLE facts", "DELETE FROM profiles", "DELETE FROM streams WHERE id = 2"])
  func singleReplayEqualsReplayOfAll(sql: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Array(lines.dropLast(6))))
    let reader = try scratch.reader()
    try expectEachAsAmongAll(reader, scratch)
    _ = try ledger.importLog(try scratch.log(lines))
    try expectEachAsAmongAll(reader, scratch)
    try ledger.close()
    if !sql.isEmpty { try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: sql) } }
    try expectEachAsAmongAll(reader, scratch)
    // The next writer rebuilds what is missing, and numbers texts in its own order.
    try Ledger(path: scratch.ledger).close()
    try expectEachAsAmongAll(reader, scratch)
  }

  private func expectEachAsAmongAll(_ reader: LedgerReader, _ scratch: Scratch) throws {
    var all = Ends()
    try scratch.reader().replay(visitor: &all)
    #expect(all.states.count == 3)
    for (source, state) in all.states {
      var one = Ends()
      try reader.replay(source: source, visitor: &one)
      #expect(one.states == [source: state])
      #expect(one.decisions == all.decisions.filter { $0.question.source == source })
    }
    var nobody = Ends()
    try reader.replay(source: "/i/nobody", visitor: &nobody)
    #expect(nobody.states.isEmpty)
  }

  /// Keeps every decision, and the state in which each stream ended.
  private struct Ends: ReplayVisitor {
    var states: [ExactString: InstallationState] = [:]
    var decisions: [Decision] = []
    mutating func visit(_ moment: inout ReplayMoment) {
      if let decision = moment.decision { decisions.append(decision) }
    }
    mutating func ended(_ source: ExactString, in state: InstallationState) { states[source] = state }
  }
}
