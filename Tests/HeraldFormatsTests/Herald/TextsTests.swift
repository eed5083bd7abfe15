import Herald
import Testing

@Suite("The texts of a rule")
struct TextsTests {
  private func descriptions(_ json: String) throws -> Descriptions {
    let text = #"{"packageName":"a","messages":[{"descriptions":\#(json)}]}"#
    return try #require(try read(text).policy().rules.first).descriptions
  }

  @Test("A language of a rule has those of its values that are texts")
  func onlyTextsAreRead() throws {
    let all = #"{"en":{"message":" m ","title":"t","whatIsNew":"n","warnings":"w","imageUrl":"i","other":"o"}}"#
    #expect(
      try descriptions(all).entries.map(\.texts) == [
        PromptTexts(message: " m ", title: "t", whatIsNew: "n", warnings: "w", imageURL: "i")
      ])
    let wrong = #"{"en":{"message":"m","title":7,"whatIsNew":null,"warnings":["w"],"imageUrl":{}}}"#
    #expect(try descriptions(wrong).entries.map(\.texts) == [PromptTexts(message: "m")])
    #expect(try descriptions(#"{"en":"bare"}"#).entries.map(\.texts) == [PromptTexts(message: "bare")])
  }

  @Test(
    "A language of a rule has no text where its message is missing or blank",
    arguments: ["7", "null", "true", "[]", "{}", #"" ""#, #"{"message":" \n"}"#, #"{"message":7}"#, #"{"title":"t"}"#])
  func languageWithoutAMessageHasNoText(value: String) throws {
    #expect(try descriptions(#"{"en":\#(value),"tr":"t"}"#).entries.map(\.key) == ["tr"])
    #expect(try descriptions(#"{"en":\#(value)}"#).entries.isEmpty)
  }

  @Test("Languages of a rule are sorted as RFC 8785 sorts keys, and compared scalar by scalar")
  func languagesAreSortedAsRFC8785() throws {
    let keys = try descriptions(
      "{\"é\":\"1\",\"e\u{301}\":\"2\",\"\u{FB33}\":\"3\",\"\u{1F600}\":\"4\",\"\":\"5\",\"*\":\"6\"}"
    )
    .entries.map(\.key)
    #expect(keys == ["", "*", "e\u{301}", "é", "\u{1F600}", "\u{FB33}"])
  }
}
