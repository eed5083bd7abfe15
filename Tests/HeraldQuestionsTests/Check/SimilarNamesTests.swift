import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("An answer names what was probably meant by a missing property, and a language without a text")
struct SimilarNamesTests {
  private static func check(
    _ members: String, root: String = "", _ properties: [ExactString: ExactString]
  ) throws -> CheckAnswer {
    let policy =
      #"{"packageName":"a",\#(root)"updates":[{"id":"min-4","targetVersion":"4","targetWebsiteUrl":"https://e.com","#
      + #"\#(members)}]}"#
    var question = CheckQuestion(Document(text: policy, format: "herald"), at: try time("2026-03-02T08:00:00Z"))
    question.properties = properties.merging([.appPackageName: "a", .appVersionName: "3"]) { own, _ in own }
    return try question.answer()
  }

  @Test("The sentence, the comparison and its JSON name the property that the device sends under a similar name")
  func similarProperty() throws {
    let answer = try Self.check(#""filters":{"x-role":"staff"},"descriptions":{"*":"x"}"#, ["role": "staff"])
    #expect(
      answer.words.contains(
        "update:min-4 is for devices with x-role `staff`, and this one has none; the device sends `role` `staff`"))
    #expect(answer.json.contains(#""near":{"property":"role","value":"staff"}"#))
  }

  @Test("A segment names the similar property of its first filter that does not match")
  func similarPropertyOfASegment() throws {
    let answer = try Self.check(
      #""inSegments":["staff"],"descriptions":{"*":"x"}"#,
      root: #""segments":{"staff":{"appVersionName":"3","x-role":"staff"}},"#, ["x_role": "staff"])
    #expect(answer.words.contains("and this one is `outside`; the device sends `x_role` `staff`"))
    #expect(answer.json.contains(#""near":{"property":"x_role","value":"staff"}"#))
  }

  @Test(
    "A language that is named without a text is told where it would give the text, with its place",
    arguments: [
      (#"{"en":"x","pt-BR":{"title":"t"}}"#, "pt-BR", "pt-BR"), (#"{"en":"x","pt":{"mesage":"t"}}"#, "pt-BR", "pt"),
      (#"{"en":"x","pt":"x","pt-BR":7}"#, "pt-BR", "pt-BR"), (#"{"en":"x","pt":" "}"#, "pt-PT", "pt"),
      (#"{"en":"x","pt":{}}"#, "en", nil), (#"{"en":"x","pt":null}"#, "pt", nil), (#"{"*":"x","pt":{}}"#, "de", nil),
      (#"{"en":"x","*":{}}"#, "de", "*"),
    ] as [(String, ExactString, String?)])
  func languageWithoutAText(texts: String, language: ExactString, told: String?) throws {
    let answer = try Self.check(#""descriptions":\#(texts)"#, [.deviceLanguage: language])
    guard let told else {
      #expect(!answer.json.contains("withoutMessage"))
      return
    }
    #expect(answer.words.contains("the entry `\(told)` is there without a `message`"))
    #expect(answer.json.contains(#""withoutMessage":"\#(told)""#))
    #expect(answer.json.contains(#""pointer":"/updates/0/descriptions/\#(told)""#))
  }

  @Test("The texts of the forced phase are looked at where it began")
  func forcedLanguageWithoutAText() throws {
    let answer = try Self.check(
      #""descriptions":{"en":"x"},"forcedDescriptions":{"de":{}},"deadline":{"at":"2026-03-01"}"#,
      [.deviceLanguage: "de"])
    #expect(answer.json.contains(#""withoutMessage":"de""#))
    #expect(answer.json.contains(#""pointer":"/updates/0/forcedDescriptions/de""#))
  }
}
