import Foundation
import Herald
import HeraldQuestions
import Testing

@Suite("Exports of older versions that were kept")
struct KeptExportTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Tools/fleet/exports")

  private static let versions =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix("version-") }

  private static func schema(of version: String) throws -> JSONNode {
    let file = folder.appendingPathComponent("\(version)/schema.json")
    return try JSONNode.read(String(contentsOf: file, encoding: .utf8)).node
  }

  private static func elements(_ node: JSONNode?) -> [JSONNode] {
    if case .array(let nodes)? = node?.value { nodes } else { [] }
  }

  @Test("An export of the first version was kept")
  func firstVersionIsThere() {
    #expect(Self.versions.contains("version-1"))
  }

  @Test(
    "Each table begins with the columns of its older versions, by the same names and types, in the same order",
    arguments: versions)
  func tablesKeepTheirColumns(version: String) throws {
    let tables = try Self.elements(Self.schema(of: version)[name: "tables"])
    #expect(!tables.isEmpty)
    for table in tables {
      let name = try #require(table[name: "name"]?.string)
      let today = try #require(AnalysisTable(rawValue: name), "the table \(name) is missing")
      let former = Self.elements(table[name: "columns"]).map {
        "\($0[name: "name"]?.string ?? "") \($0[name: "type"]?.string ?? "")"
      }
      #expect(today.columns.prefix(former.count).map { "\($0.name) \($0.type.rawValue)" } == former, "\(name)")
    }
  }

  @Test(
    "The tables have the version of the newest kept export or a higher one, and the page says what changed in it",
    arguments: versions)
  func versionsAscend(version: String) throws {
    let number = try #require(Int(version.dropFirst("version-".count)))
    #expect(number <= TablesSchema.version)
    let page = Self.folder.appendingPathComponent(
      "../../../Sources/HeraldQuestions/HeraldQuestions.docc/HowTablesEvolve.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for known in 1...TablesSchema.version { #expect(text.contains("\n| \(known) | ")) }
  }
}
