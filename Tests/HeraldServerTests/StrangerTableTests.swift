import Foundation
import Testing

@testable import HeraldServer

/// The page promises who can do what, so each of its rows is tried.
@Suite("The table of what a stranger with the app key can and cannot do")
struct StrangerTableTests {
  /// A row of the page.
  private struct Row {
    let word: String
    let status: Int?
    /// The names in code of the last column.
    let bounds: [String]
  }

  private static let heading = "## What a stranger with the app key can and cannot do"

  private static func rows() throws -> [Row] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/HeraldServer/HeraldServer.docc/RunIt.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\(heading)\n").dropFirst().first)
    let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n").filter { $0.hasPrefix("|") }
    return lines.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        word: cells[0].trimmingCharacters(in: ["`"]), status: cells.count > 2 ? Int(cells[2]) : nil,
        bounds: (cells.last ?? "").split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) })
    }
  }

  @Test("Each row of the page is tried, and each case is a row of the page")
  func complete() throws {
    let (rows, cases) = (try Self.rows().map(\.word), StrangerCase.all.map(\.word))
    #expect(Set(rows).subtracting(cases).isEmpty, "StrangerCase lacks these rows")
    #expect(Set(cases).subtracting(rows).isEmpty, "RunIt.md lacks these cases")
    #expect(rows.count == Set(rows).count, "A row stands twice in RunIt.md")
    #expect(cases.count == Set(cases).count, "A case stands twice in StrangerCase")
  }

  @Test("A request is answered as its row of the page says", arguments: StrangerCase.all)
  func answered(_ tried: StrangerCase) async throws {
    let row = try #require(try Self.rows().first { $0.word == tried.word })
    try await TestedServer.run(settings: tried.settings) { server in
      let status = try await tried.status(server)
      #expect(status == row.status)
    }
  }

  @Test("Every setting that the page names as a bound is one")
  func bounds() throws {
    let named = Set(try Self.rows().flatMap { $0.bounds }.filter { $0.contains { $0.isUppercase } })
    #expect(!named.isEmpty)
    #expect(named.subtracting(Setting.all.map { $0.name }).isEmpty)
  }
}
