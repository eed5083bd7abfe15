import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import HeraldQuestions
import Testing

@Suite("Laws of the tables, over the corpus")
struct TableLawTests {
  @Test("The corpus has many logs, one of them with many installations")
  func corpusIsThere() {
    #expect(Corpus.logs.count > 100)
    #expect(Corpus.sources.count > 50)
  }

  @Test("Every row of decisions says what `replay --decisions` says", arguments: Corpus.logs.map(\.name))
  func decisionRowsMatchTheReplay(_ name: String) throws {
    let text = try #require(Corpus.logs.first { $0.name == name }?.text)
    let rows = try Rows(log: text, tables: [.decisions])[.decisions]
    var lines: [JSONNode] = []
    var bytes: [UInt8] = []
    try Rows.reader(text).replayLines(.decisions) { bytes += $0 }
    for line in bytes.split(separator: 0x0A) {
      lines.append(try JSONNode.read(String(decoding: line, as: UTF8.self)).node)
    }
    try #require(rows.count == lines.count)
    for (row, line) in zip(rows, lines) {
      for name in ["source", "revision", "time", "trigger", "reason"] {
        #expect(row[name].map(plain) == line[name: name]?.canonicalText)
      }
      for name in ["rule", "kind", "language", "destination"] {
        #expect(row[name].map(plain) == line[name: "show"]?[name: name]?.canonicalText ?? "null")
      }
      #expect(row["looked_at"].map(plain) == line[name: "rules"]?.canonicalText)
    }
  }

  @Test("An installation's counts are the sums of its rows in the other tables", arguments: Corpus.logs.map(\.name))
  func installationCountsAreSums(_ name: String) throws {
    let rows = try Rows(log: try #require(Corpus.logs.first { $0.name == name }?.text))
    for installation in rows[.installations] {
      let own = { (table: AnalysisTable) in rows[table].filter { $0["source"] == installation["source"] } }
      let prompts = own(.prompts)
      #expect(installation["showings"] == .integer(prompts.count))
      #expect(installation["answers"] == .integer(prompts.count { $0["outcome"] == .text("answered") }))
      #expect(installation["accepted"] == .integer(prompts.count { $0["accepted"] == .boolean(true) }))
      #expect(installation["updates"] == .integer(own(.updates).count))
      #expect(installation["events"] == .integer(own(.events).count))
    }
    let shown = rows[.rules].reduce(0) { $0 + ($1["shown"]?.integer ?? 0) }
    #expect(shown == rows[.prompts].count)
    let passed = rows[.rules].reduce(0) { $0 + ($1["passed"]?.integer ?? 0) }
    #expect(passed == rows[.decisions].count { $0["reason"] == .text("shown") })
  }

  @Test("Rows of a table have unique keys, and only nullable columns are ever null", arguments: AnalysisTable.allCases)
  func rowsHaveUniqueKeys(_ table: AnalysisTable) throws {
    let rows = try Corpus.rows.get()
    #expect(rows[table].count > 20)
    #expect(rows.keyed(table).count == rows[table].count)
    for column in table.columns where !column.isNullable {
      #expect(!rows[table].contains { $0[column.name] == .null }, "\(column.name)")
    }
  }

  @Test("Tables that are made alone have the same rows as all tables together", arguments: AnalysisTable.allCases)
  func partOfTheTablesHasTheSameRows(_ table: AnalysisTable) throws {
    let (all, one) = (try Corpus.rows.get(), try Rows(log: Corpus.mixed, tables: [table]))
    #expect(one.cells[table] == all.cells[table])
  }

  @Test("Rules and documents of partial logs add up to the whole, however installations are divided")
  func partsAddUpToTheWhole() throws {
    let whole = try Corpus.rows.get()
    let tables: Set<AnalysisTable> = [.rules, .documents]
    for hands in [2, 7] {
      let parts = try (0..<hands).map { hand in
        let sources = Corpus.sources.enumerated().filter { $0.offset % hands == hand }.map(\.element)
        return try Self.rows(of: Set(sources), tables)
      }
      for table in tables {
        var sum: [[Cell]: [String: Cell]] = [:]
        for (key, row) in parts.flatMap({ $0.keyed(table) }) {
          sum[key] = sum[key].map { Self.add($0, row, table) } ?? row
        }
        #expect(sum == whole.keyed(table), "\(table) of \(hands)")
      }
    }
  }

  /// The rows of some installations alone.
  ///
  /// Their documents are passed in, because another installation may have fetched them first.
  private static func rows(of sources: Set<ExactString>, _ tables: Set<AnalysisTable>) throws -> Rows {
    let lines = Corpus.lines.filter { $0.source.map(sources.contains) ?? false }
    return try Rows(log: lines.map { $0.text + "\n" }.joined(), documents: Corpus.documents, tables: tables)
  }

  private static func add(_ left: [String: Cell], _ right: [String: Cell], _ table: AnalysisTable) -> [String: Cell] {
    var sum = left
    for column in table.columns {
      guard let a = left[column.name], let b = right[column.name] else { continue }
      switch column.adds {
      case .sum: sum[column.name] = .integer((a.integer ?? 0) + (b.integer ?? 0))
      case .min: if let a = a.moment, let b = b.moment { sum[column.name] = .timestamp(min(a, b)) }
      case .max: if let a = a.moment, let b = b.moment { sum[column.name] = .timestamp(max(a, b)) }
      case nil: sum[column.name] = a == .null || b != .null && b.text < a.text ? b : a
      }
    }
    return sum
  }

  @Test("A log and the ledger that imported it have the same rows")
  func ledgerHasTheLogsRows() throws {
    let scratch = try Scratch()
    try scratch.take(Corpus.mixed)
    let (log, ledger) = (try Corpus.rows.get(), try Rows(ledger: scratch.path("ledger.sqlite")))
    for table in AnalysisTable.allCases {
      #expect(log.keyed(table) == ledger.keyed(table), "\(table)")
      #expect(log[table].count == ledger[table].count, "\(table)")
    }
  }

  @Test("Tables up to a revision are those of the log that ends there", arguments: [1, 3, 8])
  func limitedTablesMatchAShorterLog(_ revision: Int) throws {
    for (name, text) in Corpus.logs.prefix(80) {
      let events = try Rows(log: text, tables: [.events])[.events]
      guard Set(events.map { $0["source"] }).count == 1, events.count == text.split(separator: "\n").count else {
        continue
      }
      let head = text.split(separator: "\n").prefix(revision).map { $0 + "\n" }.joined()
      #expect(try Rows(log: text, until: .revision(revision)).cells == Rows(log: head).cells, "\(name)")
    }
  }
}

/// A cell as canonical JSON.
private func plain(_ cell: Cell) -> String {
  switch cell {
  case .null: "null"
  case .text(let text): JSONWriter.string(text)
  case .integer(let integer): "\(integer)"
  case .timestamp(let moment): "\"\(moment)\""
  case .date(let day): "\"\(day)\""
  case .list(let list): (try? JSONNode.read(list.json.string).node.canonicalText) ?? "?"
  case .real, .boolean: "?"
  }
}

extension JSONNode {
  fileprivate var canonicalText: String {
    var writer = JSONWriter()
    CanonicalJSON.write(self, into: &writer)
    return writer.string
  }
}

extension JSONWriter {
  fileprivate static func string(_ text: ExactString) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.string
  }
}

extension Cell {
  fileprivate var text: String { plain(self) }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var moment: Timestamp? { if case .timestamp(let value) = self { value } else { nil } }
}
