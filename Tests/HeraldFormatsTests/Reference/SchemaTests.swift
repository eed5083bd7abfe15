import Herald
import Testing

@testable import HeraldFormats

@Suite("The JSON Schema of a policy")
struct SchemaTests {
  @Test("Each format in JSON has a schema, and no other format", arguments: Formats.references.indices)
  func formatsInJSONHaveASchema(index: Int) throws {
    let format = Formats.references[index]
    let schema = Formats.schema(of: format.names[0])
    #expect((schema != nil) == (format.reference.language == .json))
    guard let schema else { return }
    #expect(schema[name: "$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema[name: "title"]?.string?.isEmpty == false)
    #expect(schema[name: "$id"]?.string?.hasSuffix(format.names[0]) == true)
    for key in format.reference.document.keys {
      let property = try #require(schema[name: "properties"]?[name: key.name])
      #expect(property[name: "description"]?.string == key.meaning)
      #expect(property[name: "examples"] != nil)
    }
  }

  @Test("A policy's default stands in its schema where it is a value")
  func defaultsStandInTheSchema() throws {
    let schema = try #require(Formats.schema(of: "herald"))
    let update = schema[name: "$defs"]?[name: "update"]?[name: "properties"]
    #expect(update?[name: "forceUpdate"]?[name: "default"]?.line == "false")
    #expect(update?[name: "rollout"]?[name: "default"]?.line == "100")
    #expect(update?[name: "maxDisplayCount"]?[name: "default"] == nil)
  }

  @Test("Every reference inside a schema leads somewhere", arguments: Formats.references.indices)
  func referencesLeadSomewhere(index: Int) throws {
    guard let schema = Formats.schema(of: Formats.references[index].names[0]) else { return }
    let names = Set((schema[name: "$defs"]?.members ?? []).map(\.name))
    for reference in Self.references(in: schema) {
      #expect(names.contains(String(reference.dropFirst("#/$defs/".count))), "\(reference)")
    }
  }

  private static func references(in node: JSONNode) -> [String] {
    switch node.value {
    case .object(let members):
      members.flatMap { $0.name == "$ref" ? [$0.node.string ?? ""] : references(in: $0.node) }
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  private static let strict = Formats.references.indices.filter { Formats.references[$0].reference.language == .json }

  @Test(
    "A strict schema has no null, no numbers or booleans in texts, and no object with unknown keys", arguments: strict)
  func strictSchemaIsNarrow(index: Int) throws {
    let schema = try #require(Formats.schema(of: Formats.references[index].names[0], isStrict: true))
    let line = schema.line
    #expect(schema[name: "additionalProperties"]?.line == "false")
    #expect(!line.contains(#",{"type":"null"}]"#))
    #expect(schema[name: "$defs"]?[name: "boolean"] == nil)
    for object in (schema[name: "$defs"]?.members ?? []).map(\.node) where object[name: "properties"] != nil {
      #expect(object[name: "additionalProperties"] != nil)
    }
    for reference in Self.references(in: schema) {
      #expect(schema[name: "$defs"]?[name: String(reference.dropFirst("#/$defs/".count))] != nil)
    }
  }

  @Test("The strict schema of a policy wants a list of updates, and no key of a rule among filters")
  func strictSchemaWantsAList() throws {
    let schema = try #require(Formats.schema(of: "herald", isStrict: true))
    let filters = schema[name: "$defs"]?[name: "filters"]?[name: "allOf"]?.line ?? ""
    #expect(schema[name: "properties"]?[name: "updates"]?[name: "type"]?.string == "array")
    #expect(filters.contains("\"skippable\""))
  }
}
