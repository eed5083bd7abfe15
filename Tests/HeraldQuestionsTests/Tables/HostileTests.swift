import HeraldQuestionsTestSupport
import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Hostile values arrive as they were")
struct HostileTests {
  static let values: [ExactString] = [
    "", " ", "=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"http://a.b\",\"x\")", "a,b", "a\"b", "\"", "\"\"",
    "line\nline",
    "line\r\nline", "lone\rreturn", "\n", "tab\t", "nul\u{0}nul", "\u{0}", "\u{FEFF}bom", "\u{2028}", "\u{2029}",
    "\u{85}", "\u{B}\u{C}", "\u{202E}right to left", "\u{200F}", "e\u{301}", "é", "NULL", "null", "NA", "NaN", "true",
    "007", "1e5", "9007199254740993", "\\N", "\\", "'", "''", ";", "|", "#", "🧑‍🚀", "\u{10FFFF}", "{\"a\":1}", "日本語",
  ]

  /// A log with every value at every place that a table reads.
  static let log: String = {
    var lines: [String] = []
    for (place, value) in values.enumerated() {
      let unique = ExactString("\(place)" + value.string)
      let device = Profile([(.appVersionName, value), (.deviceModel, value), (.deviceLanguage, value), (value, value)])
      let events: [(EventType, EventData)] = [
        (.appLaunched, .appLaunched(AppLaunched(profile: device, user: value))),
        (.fetchFailed, .fetchFailed(FetchFailed(trigger: .launch, url: value, reason: value, status: .max >> 10))),
        (.promptShown, .promptShown(PromptShown(prompt: unique, rule: value, kind: .message, language: value))),
        (.buttonChosen, .buttonChosen(ButtonChosen(prompt: unique, button: value))),
        (.operationAttempted, .operationAttempted(OperationAttempted(operation: value))),
      ]
      for (index, (type, data)) in events.enumerated() {
        let time = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000 + Int64(index)), offsetMinutes: -90)
        let event = Event(
          id: ExactString("\(index)" + value.string), source: ExactString("/" + value.string),
          type: ExactString(type.rawValue), time: time, revision: index + 1, data: data)
        lines.append(event.line + "\n")
      }
    }
    return lines.joined()
  }()

  private static func text(_ format: RowFormat, _ table: AnalysisTable, of log: String = log) throws -> String {
    var bytes: [UInt8] = []
    try withoutActuallyEscaping({ (_: AnalysisTable, piece: borrowing [UInt8]) throws in bytes += copy piece }) {
      send in
      let reader = try Rows.reader(log)
      var analysis = Analysis([table], rows: TextRows(format, of: [table], send: send))
      try reader.replay(visitor: &analysis)
      try analysis.finish { try reader.document($0) }
      try analysis.rows.finish()
    }
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  @Test("The tables have every hostile value of the log")
  func tablesHaveEveryHostileValue() throws {
    let rows = try Rows(log: Self.log)
    for value in Self.values {
      #expect(rows[.prompts].contains { $0["rule"] == .text(value) && $0["answer"] == .text(value) })
      #expect(rows[.installations].contains { $0["device_model"] == .text(value) })
    }
  }

  @Test("CSV keeps hostile values, and distinguishes an empty text from null", arguments: AnalysisTable.allCases)
  func csvKeepsHostileValues(_ table: AnalysisTable) throws {
    let records = try CSVRecords.read(try Self.text(.csv, table))
    #expect(records.first?.map(\.text) == table.columns.map(\.name))
    let rows = try Rows(log: Self.log).cells[table] ?? []
    try #require(records.count == rows.count + 1)
    for (record, row) in zip(records.dropFirst(), rows) {
      for (field, (cell, column)) in zip(record, zip(row, table.columns)) {
        #expect(field.isNull == (cell == .null), "\(column.name)")
        if case .text(let text) = cell { #expect(ExactString(field.text) == text, "\(column.name)") }
        if case .integer(let integer) = cell { #expect(field.text == "\(integer)", "\(column.name)") }
      }
    }
  }

  @Test("Safe CSV has an apostrophe before each text that a spreadsheet takes for a formula, and only there")
  func safeCSVHasApostrophes() throws {
    let log = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "'=1", "a=1", ""].enumerated().map { place, value in
      let event = Event(
        id: ExactString("\(place)"), source: ExactString("/\(place)"), type: "app.launched",
        time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000)), revision: 1,
        data: .appLaunched(AppLaunched(profile: Profile([("deviceModel", ExactString(value))]))))
      return event.line + "\n"
    }.joined()
    let records = try CSVRecords.read(try Self.text(.safeCSV, .installations, of: log))
    let column = try #require(records.first?.firstIndex { $0.text == "device_model" })
    #expect(
      records.dropFirst().map { $0[column].text }
        == ["'=1+1", "'+1", "'-1", "'@x", "'\t=1", "'\r=1", "'=1", "a=1", ""])
    #expect(try Self.text(.csv, .installations, of: log).contains(",=1+1,"))
  }

  @Test("JSON Lines keep hostile values, with one object a line", arguments: AnalysisTable.allCases)
  func jsonLinesKeepHostileValues(_ table: AnalysisTable) throws {
    let lines = try Self.text(.jsonl, table).utf8.split(separator: 0x0A)
    let rows = try Rows(log: Self.log).cells[table] ?? []
    try #require(lines.count == rows.count)
    for (line, row) in zip(lines, rows) {
      let node = try JSONNode.read(String(decoding: Array(line), as: UTF8.self)).node
      #expect(node.members?.map(\.name) == table.columns.map(\.name))
      for (cell, column) in zip(row, table.columns) {
        guard let value = node[name: column.name] else {
          #expect(cell == .null, "\(column.name)")
          continue
        }
        if case .text(let text) = cell { #expect(value.string.map { ExactString($0) } == text, "\(column.name)") }
        if case .integer(let integer) = cell, case .number(let digits) = value.value { #expect(digits == "\(integer)") }
      }
    }
  }

  @Test("SQLite keeps hostile values", arguments: AnalysisTable.allCases)
  func sqliteKeepsHostileValues(_ table: AnalysisTable) throws {
    let scratch = try Scratch()
    let path = scratch.path("tables.sqlite")
    try SQLiteRows.make(path, named: path, tables: [table]) { rows in
      var analysis = Analysis([table], rows: rows)
      let reader = try Rows.reader(Self.log)
      try reader.replay(visitor: &analysis)
      try analysis.finish { try reader.document($0) }
    }
    let rows = try Rows(log: Self.log).cells[table] ?? []
    try DatabaseQueue(path: path).read { database in
      for (place, column) in table.columns.enumerated() where column.type == .text {
        // As bytes, because an API for C strings would cut a text at its NUL.
        let found = try Data?.fetchAll(database, sql: "SELECT CAST(\(column.name) AS BLOB) FROM \(table)")
        let expected = rows.map { row -> Data? in
          if case .text(let text) = row[place] { Data(text.string.utf8) } else { nil }
        }
        #expect(found == expected, "\(column.name)")
      }
    }
  }
}

/// CSV as RFC 4180 reads it.
enum CSVRecords {
  struct Field {
    var text = ""
    var isQuoted = false
    var isNull: Bool { text.isEmpty && !isQuoted }
  }

  struct Malformed: Error {}

  static func read(_ text: String) throws -> [[Field]] {
    var records: [[Field]] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      var record: [Field] = []
      repeat { record.append(try field(&rest)) } while take(",", &rest)
      guard take("\n", &rest) else { throw Malformed() }
      records.append(record)
    }
    return records
  }

  private static func field(_ rest: inout String.UnicodeScalarView.SubSequence) throws -> Field {
    guard take("\"", &rest) else {
      let plain = rest.prefix { !",\n\r\"".unicodeScalars.contains($0) }
      rest = rest[plain.endIndex...]
      return Field(text: String(plain))
    }
    var field = Field(isQuoted: true)
    while true {
      let piece = rest.prefix { $0 != "\"" }
      field.text.unicodeScalars += piece
      rest = rest[piece.endIndex...]
      guard take("\"", &rest) else { throw Malformed() }
      guard take("\"", &rest) else { return field }
      field.text.unicodeScalars.append("\"")
    }
  }

  private static func take(_ scalar: Unicode.Scalar, _ rest: inout String.UnicodeScalarView.SubSequence) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }
}
