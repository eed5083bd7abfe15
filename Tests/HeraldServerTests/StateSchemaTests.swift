import Foundation
import Herald
import Testing

@Suite("The schema of a state")
struct StateSchemaTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/HeraldServer/OpenAPI/openapi.json")

  private static func schema() throws -> JSONNode {
    let text = try String(contentsOf: file, encoding: .utf8)
    return try #require(
      try JSONNode.read(text).node[name: "components"]?[name: "schemas"]?[name: "State"], "no schema `State`")
  }

  @Test("openapi.json describes each field of a state, in the order of its JSON, and no other")
  func properties() throws {
    let names = try Self.schema()[name: "properties"]?.members?.map { ExactString($0.name) }
    #expect(names == ["source"] + FieldShape.state.map(\.name))
  }

  @Test("openapi.json requires each field that every state has, and no other")
  func required() throws {
    guard case .array(let names)? = try Self.schema()[name: "required"]?.value else {
      Issue.record("`required` is no list")
      return
    }
    var json = JSONWriter()
    InstallationState().write(source: "/i", into: &json)
    #expect(names.compactMap(\.string) == (try JSONNode.read(json.string).node.members?.map(\.name)))
  }
}
