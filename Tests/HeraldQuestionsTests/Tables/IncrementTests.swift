import HeraldQuestionsTestSupport
import HeraldTestSupport
import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions
import Testing

@Suite("Increments of the tables")
struct IncrementTests {
  private static let ofInstallations: [AnalysisTable] = [.events, .decisions, .prompts, .updates, .installations]

  /// Tables that somebody keeps outside, and brings up to date with increments as the documentation says.
  private struct KeptTables {
    var tables: [AnalysisTable: [[Cell]]] = [:]
    var token = TableIncrement.start

    mutating func merge(_ increment: TableIncrement, _ rows: Rows) {
      let changed = rows[.changed]
      let listed = Set(changed.compactMap { $0["source"] }).subtracting([.null])
      let again = Set(
        changed.filter { $0["change"] != .text("kept") }.compactMap { $0["source"] }
      ).subtracting([.null])
      let hasUnlisted = changed.contains { $0["source"] == .null }
      for table in AnalysisTable.allCases {
        let source = table.columns.firstIndex { $0.name == "source" }
        let kept = (tables[table] ?? []).filter { row in
          guard let source, IncrementTests.ofInstallations.contains(table) else { return false }
          return !again.contains(row[source]) && !(hasUnlisted && !listed.contains(row[source]))
        }
        tables[table] = kept + (rows.cells[table] ?? [])
      }
      token = increment.changes.token
    }
  }

  private static func events(_ path: String) throws -> LoggedEvents { try LoggedEvents(path: path) }

  private static func increment(of path: String, since token: String) throws -> (TableIncrement, Rows) {
    let events = try events(path)
    let increment = try TableIncrement(since: token, in: events)
    let replay = TableReplay(of: Set(AnalysisTable.written), increment: increment)
    return (increment, try replay.rows(in: events, Rows()))
  }

  /// Does something to a ledger that it allows at any time.
  private static func change(_ path: String, _ dice: inout SplitMix64, _ part: ArraySlice<String>) throws {
    let ledger = try Ledger(path: path)
    defer { try? ledger.close() }
    let sources = try LedgerReader(path: path, reading: Formats.reading).sources()
    let forgotten: Forgetting? =
      switch dice.int(0...7) {
      case 0 where !sources.isEmpty: .installations([dice.pick(sources)])
      case 1: .properties([dice.pick(["deviceModel", "deviceLanguage", "appVersionName"])])
      case 2: .before(Timestamp(milliseconds: 1_772_438_400_000 + Int64(dice.int(0...40) * 3_600_000)))
      case 3: .users([dice.pick(["u-1", "u-2", "ayse", "mehmet"])])
      default: nil
      }
    if let forgotten {
      _ = try ledger.forget(forgotten, reason: "a test", reading: Formats.reading)
    } else {
      let log = try ByteSource(name: "log", bytes: Array(part.joined().utf8))
      _ = try ledger.importLog(log, options: ReadingOptions(skipsInvalid: true, isPartial: true))
    }
  }

  @Test(
    "Tables that are merged step by step are those of a full export, whatever was appended, forgotten or restored",
    arguments: Seeds.few)
  func mergedTablesAreTheFullOnes(seed: UInt64) throws {
    let scratch = try Scratch()
    let path = scratch.path("ledger.sqlite")
    var dice = SplitMix64(seed: seed)
    var kept = KeptTables()
    let lines = Corpus.mixed.split(separator: "\n").map { String($0) + "\n" }
    var next = dice.int(0...lines.count / 2)
    for _ in 0..<12 {
      let last = min(lines.count, next + dice.int(1...300))
      if FileManager.default.fileExists(atPath: path), dice.chance(10) {
        // A backup that is restored, or a copy that goes on by itself.
        let copy = scratch.path("copy.sqlite")
        if FileManager.default.fileExists(atPath: copy) {
          try FileManager.default.removeItem(atPath: path)
          try FileManager.default.moveItem(atPath: copy, toPath: path)
        } else {
          try FileManager.default.copyItem(atPath: path, toPath: copy)
        }
      }
      try Self.change(path, &dice, lines[next..<last])
      next = last
      if dice.chance(30) { continue }
      let found: (TableIncrement, Rows)
      do {
        found = try Self.increment(of: path, since: kept.token)
      } catch let error as LedgerError where error.exitStatus == .wrongUsage {
        found = try Self.increment(of: path, since: TableIncrement.start)
      }
      kept.merge(found.0, found.1)
      let full = try TableReplay(of: Set(AnalysisTable.allCases)).rows(in: Self.events(path), Rows())
      for table in AnalysisTable.allCases {
        let (merged, wanted) = (kept.tables[table] ?? [], full.cells[table] ?? [])
        #expect(merged.count == wanted.count, "\(table)")
        #expect(Set(merged) == Set(wanted), "\(table)")
      }
    }
  }

  @Test(
    "The rows of an increment as text are those that its sink gets, on one thread and on several", arguments: [1, 3])
  func textHasTheSameRows(jobs: Int) throws {
    let scratch = try Scratch()
    let lines = Corpus.mixed.split(separator: "\n").map { $0 + "\n" }
    try scratch.take(lines.prefix(lines.count / 2).joined())
    let path = scratch.path("ledger.sqlite")
    let start = try Self.increment(of: path, since: TableIncrement.start)
    try scratch.take(lines.dropFirst(lines.count / 2).joined())
    for token in [TableIncrement.start, start.0.changes.token] {
      let (increment, rows) = try Self.increment(of: path, since: token)
      let tables = Set(AnalysisTable.written)
      var texts: [AnalysisTable: Int] = [:]
      try withoutActuallyEscaping(
        { (table: AnalysisTable, bytes: borrowing [UInt8]) throws in
          texts[table, default: 0] += (copy bytes).count { $0 == UInt8(ascii: "\n") }
        }
      ) { send in
        let count = try TableReplay(of: tables, jobs: jobs, increment: increment)
          .send(TextRows(.jsonl, of: tables, send: send), from: Self.events(path))
        #expect(count == rows.cells.values.reduce(0) { $0 + $1.count })
      }
      for table in AnalysisTable.written { #expect(texts[table] ?? 0 == rows.cells[table]?.count ?? 0, "\(table)") }
    }
  }

  @Test("An increment without changes has no row of an installation, and all rows of rules and documents")
  func unchangedLedgerHasNoRows() throws {
    let scratch = try Scratch()
    try scratch.take(Corpus.mixed)
    let path = scratch.path("ledger.sqlite")
    let start = try Self.increment(of: path, since: TableIncrement.start)
    let (again, rows) = try Self.increment(of: path, since: start.0.changes.token)
    #expect(again.changes.token == start.0.changes.token)
    #expect(again.changes.count == 0)
    #expect(rows[.changed].isEmpty)
    for table in Self.ofInstallations { #expect(rows.cells[table] == nil, "\(table)") }
    for table in [AnalysisTable.rules, .documents] { #expect(rows.cells[table] == start.1.cells[table], "\(table)") }
  }

  @Test("A log in lines has no increments, and says how it gets some")
  func logHasNoIncrements() throws {
    let scratch = try Scratch()
    let log = scratch.path("log.jsonl")
    try Data(Corpus.mixed.utf8).write(to: URL(fileURLWithPath: log))
    let error = #expect(throws: LogFileError.self) { try TableIncrement(since: "start", in: LoggedEvents(path: log)) }
    #expect(error?.exitStatus == .wrongUsage)
    #expect(error?.diagnostic.words.fix.contains("herald import") == true)
  }

  @Test("The question for a table since a token has the rows of the increment")
  func questionTakesAToken() throws {
    let scratch = try Scratch()
    let lines = Corpus.mixed.split(separator: "\n").map { $0 + "\n" }
    try scratch.take(lines.prefix(lines.count / 2).joined())
    let path = scratch.path("ledger.sqlite")
    let token = try TableIncrement(since: TableIncrement.start, in: Self.events(path)).changes.token
    try scratch.take(lines.dropFirst(lines.count / 2).joined())
    var question = TableQuestion(.installations)
    question.since = token
    let answer = try question.answer(in: Self.events(path))
    let (_, rows) = try Self.increment(of: path, since: token)
    #expect(answer.json.split(separator: "\n").count == rows[.installations].count)
    question.table = .changed
    #expect(try question.answer(in: Self.events(path)).csv.hasPrefix("source,change\n"))
  }
}
