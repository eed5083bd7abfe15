import Herald
import HeraldFormats
import Testing

@Suite("Collected ids")
struct RuleIDVectorTests {
  @Test("Two collected rules share an id, or do not, as their case says", arguments: try Vector.read("ids"))
  func collectedRulesShareIDsAsTheCaseSays(vector: Vector) throws {
    let expected = try Differences.ids[vector.id]?.answer ?? vector.text("recommended")
    let a = try Self.id(vector.document("a"))
    let b = try Self.id(vector.document("b"))
    #expect((a == b ? "same" : "different") == expected)
  }

  private static func id(_ rule: String) throws -> ExactString {
    let document = Document(text: #"{"packageName":"a","updates":[\#(rule)]}"#, format: "herald")
    guard case .accepted(let policy) = Formats.read(document).reading else {
      Issue.record("the document is refused")
      return ""
    }
    return try #require(policy.rules.first).id
  }
}
