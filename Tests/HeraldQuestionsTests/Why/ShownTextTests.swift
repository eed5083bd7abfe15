import Herald
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The text that was shown, in the answer to why")
struct ShownTextTests {
  /// A document with texts in all languages and in English, and more keys of its rule.
  private static func document(_ more: String) -> String {
    #"{"packageName":"a","updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"*":"For all.","en":{"title":"New","message":"For English."}}\#(more)}]}"#
  }

  private static func answer(_ document: String, language: String = "en") throws -> WhyAnswer {
    let launched = WhyLog.launched.replacing(
      #""deviceLanguage":"en""#, with: #""deviceLanguage":"\#(language)""#)
    return try WhyLog([("08:00", launched), ("08:00", WhyLog.fetched(document))]).answer(.decision)
  }

  private static let variants =
    #","variants":[{"id":"a","weight":0},{"id":"b","weight":1,"descriptions":{"en":{"message":"Of b."}}}]"#
  private static let forced = #","forceUpdateTypes":["major"],"forcedDescriptions":{"en":{"message":"Now."}}"#

  @Test(
    "The text stands with its language, its variant, and its own place in the document",
    arguments: [
      ("", "en", "For English.", "/descriptions/en"), ("", "fr", "For all.", "/descriptions/*"),
      ("", "en-GB", "For English.", "/descriptions/en"),
      (variants, "en", "Of b.", "/variants/1/descriptions/en"), (variants, "fr", "For all.", "/descriptions/*"),
      (forced, "en", "Now.", "/forcedDescriptions/en"), (forced, "fr", "For all.", "/descriptions/*"),
      (forced + variants, "en", "Now.", "/forcedDescriptions/en"),
    ])
  func ownPlace(_ more: String, _ language: String, _ message: String, _ pointer: String) throws {
    let document = Self.document(more)
    let answer = try Self.answer(document, language: language)
    let text = try #require(answer.decision.parts.text)
    #expect(text.prompt.message == message)
    let place = try #require(text.place)
    #expect(place.pointer == "/updates/0" + pointer)
    // The document is one line of ASCII.
    let written = document.dropFirst(place.column - 1)
    #expect(place.line == 1 && (written.hasPrefix("{") || written.hasPrefix("\"")))
    #expect(written.prefix(60).contains(message))
    #expect(answer.json.contains(#""message":"\#(message)""#))
    #expect(answer.json.contains(#""pointer":"/updates/0\#(pointer)""#))
    #expect(answer.words(.all).contains("message     \(message)\n"))
    #expect(answer.words(.all).contains("line 1, column \(place.column)\n"))
  }

  @Test("The labels are those on the buttons, and Herald's own texts are named as such")
  func labels() throws {
    let own = try Self.answer(Self.document(""))
    #expect(own.words(.all).contains("  buttons     Update (update), Later (later)\n"))
    #expect(own.json.contains(#""buttons":[{"button":"update","label":"Update"},{"button":"later","label":"Later"}]"#))
    #expect(own.json.contains(#""own":[],"language":"en","ownLanguage":"en","variant":null"#))
    let bare = try Self.answer(Self.document(""), language: "de")
    #expect(bare.json.contains(#""own":["title"],"language":"*","ownLanguage":"de","variant":null"#))
    #expect(bare.words(.all).contains("(Herald's own)"))
  }

  @Test("Where nothing is shown there is no text")
  func nothing() throws {
    let answer = try Self.answer(Self.document(#","filters":{"deviceOsName":"ios"}"#))
    #expect(answer.decision.parts.text == nil)
    #expect(answer.json.contains(#""text":null"#))
    #expect(!answer.words(.all).contains("buttons     "))
  }
}
