import Foundation
import Herald
import HeraldFormats
import HeraldQuestions
import Testing

@Suite("Lists in the documentation that are written by hand")
struct PublishedListTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "The query of the third question counts each test of a rule, by the column that has its failures",
    arguments: RuleTest.allCases)
  func thirdQuestionCountsEachTest(test: RuleTest) throws {
    let page = try Self.text("Sources/HeraldQuestions/HeraldQuestions.docc/Questions.md")
    let column = try #require(Self.column(of: test))
    let lines = page.split(separator: "\n").filter { $0.contains("'\(test.rawValue)'") }
    #expect(lines.contains { $0.contains(" \(column) ") }, "add a line for \(column)")
  }

  /// The column of the table of rules with the decisions in which the test was the first that failed.
  private static func column(of test: RuleTest) -> String? {
    let name = "blocked" + test.rawValue.lowercased()
    return AnalysisTable.rules.columns.map(\.name).first { $0.replacing("_", with: "") == name }
  }

  @Test(
    "Each format is named where formats are listed",
    arguments: Formats.names, ["README.md", "Sources/HeraldFormats/HeraldFormats.docc/HeraldFormats.md"])
  func eachFormatIsListed(format: String, page: String) throws {
    #expect(try Self.text(page).contains("`\(format)`"), "\(page) has no `\(format)`")
  }
}
