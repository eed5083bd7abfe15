import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Properties of devices as columns")
struct PropertyColumnsTests {
  @Test(
    "A property's column is x_ and its name, with _ for what a name in SQL cannot have",
    arguments: [
      ("tier", "x_tier"), ("x-screen width", "x_x_screen_width"), ("screenSize2", "x_screenSize2"),
      ("größe", "x_gr__e"),
      ("installed.com.example", "x_installed_com_example"), ("٣", "x__"), ("", "x_"),
    ])
  func columnIsNamedAfterProperty(_ property: String, _ column: String) throws {
    let columns = try PropertyColumns([property])
    #expect(columns.columns(of: .prompts).last?.name == column)
    #expect(columns.columns(of: .rules).map(\.name) == AnalysisTable.rules.columns.map(\.name))
  }

  @Test(
    "Two properties that make one column are refused, also where case alone differs",
    arguments: [["tier", "tier"], ["a-b", "a", "a.b"], ["Tier", "tier"]])
  func clashIsRefused(_ properties: [String]) {
    #expect(throws: PropertyColumns.Clash.self) { try PropertyColumns(properties) }
  }

  /// The cells of each row of a table in CSV whose texts have no separators.
  private static func cells(_ table: AnalysisTable, of log: String, _ properties: [String]) throws -> [[Substring]] {
    let reader = try Rows.reader(log)
    let columns = try PropertyColumns(properties)
    var text = ""
    let rows = TextRows(.csv, of: [table], properties: columns) { _, bytes in
      text += String(decoding: copy bytes, as: UTF8.self)
    }
    var analysis = Analysis([table], rows: rows, properties: columns)
    try reader.replay(visitor: &analysis)
    try analysis.rows.finish()
    return text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  private static let log = """
    {"specversion":"1.0","id":"1","source":"a","type":"app.launched","time":"2026-03-02T08:00:00Z","dataversion":1,\
    "data":{"properties":{"tier":"gold"}}}
    {"specversion":"1.0","id":"2","source":"a","type":"app.foregrounded","time":"2026-03-02T08:01:00Z","dataversion":1,\
    "data":{}}
    {"specversion":"1.0","id":"3","source":"a","type":"app.launched","time":"2026-03-02T08:02:00Z","dataversion":1,\
    "data":{"properties":{"tier":"","lab":"7"}}}

    """

  @Test("An event has the properties of the last launch, its own where it is one; an empty one is not a missing one")
  func eventHasPropertiesOfItsMoment() throws {
    let cells = try Self.cells(.events, of: Self.log, ["tier", "lab"])
    #expect(cells.map { $0.suffix(2) } == [["x_tier", "x_lab"], ["gold", ""], ["gold", ""], ["\"\"", "7"]])
  }

  @Test(
    "Each row of the corpus has its table's columns and one for each property, in tables made alone and together",
    arguments: AnalysisTable.allCases.map { Set([$0]) } + [Set(AnalysisTable.allCases)])
  func everyRowHasEveryColumn(_ tables: Set<AnalysisTable>) throws {
    let columns = try PropertyColumns(["deviceOsName", "x-none"])
    struct Counts: TableSink {
      let columns: PropertyColumns
      var found: Set<Int> = []
      mutating func append<Row: TableRow>(_ row: Row) {
        var count = 0
        row.eachCell(with: columns) { _ in count += 1 }
        found.insert(count - columns.columns(of: Row.table).count)
      }
    }
    let reader = try Rows.reader(Corpus.mixed)
    var analysis = Analysis(tables, rows: Counts(columns: columns), properties: columns)
    try reader.replay(visitor: &analysis)
    try analysis.finish { try reader.document($0) }
    #expect(analysis.rows.found == [0])
  }
}
