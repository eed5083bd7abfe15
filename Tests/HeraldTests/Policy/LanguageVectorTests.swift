import Herald
import HeraldFormats
import Testing

@Suite("Collected languages")
struct LanguageVectorTests {
  @Test("a device's language finds the text that the case says", arguments: try Vector.read("language"))
  func choice(vector: Vector) throws {
    let descriptions = try vector.document("descriptions")
    let text = #"{"packageName":"a","messages":[{"id":1,"descriptions":\#(descriptions)}]}"#
    guard case .accepted(let policy) = Formats.read(Document(text: text, format: "herald")).reading else {
      Issue.record("the document is refused")
      return
    }
    let rule = try #require(policy.rule("message:1"))
    let entry = rule.descriptions.entry(for: vector["deviceLanguage"]?.string.map { ExactString($0) })
    #expect(entry?.key.string == vector["recommended"]?[name: "key"]?.string)
    #expect(entry?.texts.message == vector["recommended"]?[name: "message"]?.string)
  }
}
