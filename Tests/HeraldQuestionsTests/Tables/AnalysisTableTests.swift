import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import Testing

@Suite("Tables for analysis")
struct AnalysisTableTests {
  @Test("The analysis tables have the names that queries are written with")
  func tableNamesAreFixed() {
    #expect(
      AnalysisTable.allCases.map(\.rawValue)
        == ["events", "decisions", "prompts", "updates", "installations", "rules", "documents"])
  }

  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/HeraldQuestions/HeraldQuestions.docc/Tables.md")

  @Test(
    "The documentation of the tables says of each column what its definition says", arguments: AnalysisTable.written)
  func pageDescribesEveryColumn(_ table: AnalysisTable) throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    // What is missing here belongs on the page.
    #expect(page.contains(TablesPage.section(table)), "\(TablesPage.section(table))")
  }

  @Test(
    "Columns of one name have one type in all tables, and names that need no quotes", arguments: AnalysisTable.allCases)
  func columnNamesAreConsistent(_ table: AnalysisTable) {
    let names = table.columns.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][a-z_]*/) != nil })
    #expect(table.key.allSatisfy(names.contains))
    for column in table.columns {
      #expect(column.sentence.hasSuffix("."))
      #expect(!column.sentence.contains("|"))
    }
  }

  @Test("The documented order of rows holds for as many installations as are folded at once")
  func orderHoldsUpToTheBatchSize() { #expect(AnalysisTable.events.order.contains("\(LogReader.installationsAtOnce)")) }

  @Test("The JSON schema of the tables has every column")
  func jsonSchemaHasEveryColumn() throws {
    let tables = try JSONNode.read(TablesSchema.json()).node[name: "tables"]?.list ?? []
    #expect(tables.map { $0[name: "name"]?.string } == AnalysisTable.allCases.map(\.rawValue))
    for (node, table) in zip(tables, AnalysisTable.allCases) {
      let columns = node[name: "columns"]?.list ?? []
      #expect(columns.map { $0[name: "name"]?.string } == table.columns.map(\.name))
      #expect(columns.map { $0[name: "type"]?.string } == table.columns.map(\.type.rawValue))
      #expect(columns.map { $0[name: "unit"]?.string } == table.columns.map(\.unit))
      #expect(columns.map { $0[name: "sentence"]?.string } == table.columns.map(\.sentence))
    }
  }
}

extension JSONNode {
  fileprivate var list: [JSONNode] { if case .array(let nodes) = value { nodes } else { [] } }
}
