import Herald
import HeraldFormats
import Testing

@Suite("Collected languages")
struct LanguageVectorTests {
  @Test("A collected language finds the text that its case says", arguments: try Vector.read("language"))
  func collectedLanguageFindsItsText(vector: Vector) throws {
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
