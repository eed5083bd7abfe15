import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Herald's own texts")
struct OwnTextsTests {
  @Test(
    "Herald's own texts are in the device's language, or in the nearest that there is",
    arguments: [
      ("en", .english), ("en-US", .english), ("tr_TR", .turkish), ("JA", .japanese), ("ko-KR", .korean),
      ("zh-Hans-CN", .chinese), ("zh_TW", .chinese), ("de-AT-1996", .german), (" fr ", .french), ("es-419", .spanish),
      ("ar-EG", .arabic), ("it", .english), ("deu", .english), ("", .english), ("-de", .english), (nil, .english),
    ] as [(ExactString?, OwnLanguage)])
  func ownTextsUseTheDevicesLanguage(device: ExactString?, language: OwnLanguage) {
    #expect(OwnLanguage(for: device) == language)
  }

  @Test("Herald's own texts cover every kind and every button", arguments: OwnLanguage.allCases)
  func ownTextsCoverEveryKindAndButton(language: OwnLanguage) {
    let words = PromptKind.allCases.flatMap { kind in
      let words = language.texts.words(for: kind)
      return [words.title, words.message]
    }
    let buttons = Button.allCases.map { language.texts.title(of: $0) }
    #expect((words + buttons).allSatisfy { !$0.isBlank && $0.trimmed == $0 })
    #expect(Set(words).count == words.count)
    #expect(Set(buttons).count == buttons.count)
    for other in OwnLanguage.allCases where other != language {
      #expect(other.texts.words(for: .force) != language.texts.words(for: .force))
    }
  }

  private func prompt(_ texts: PromptTexts?, _ kind: PromptKind = .optional) -> Prompt {
    Prompt(
      rule: "r", kind: kind, texts: texts, language: nil, destination: nil, isSkippable: false, ownLanguage: .german)
  }

  @Test("Herald's own texts stand where the document has none, or only blanks", arguments: [nil, "", " \n"])
  func ownTextsReplaceBlankOnes(written: String?) {
    let prompt = prompt(PromptTexts(message: "m", title: written, whatIsNew: written, updateButton: written))
    #expect(prompt.title == "Update verfügbar")
    #expect(prompt.message == "m")
    #expect(prompt.whatIsNew == nil)
    #expect(prompt.title(of: .update) == "Aktualisieren")
    #expect(prompt.title(of: .later) == "Später")
  }

  @Test("Herald's own texts give way to the document's")
  func documentsTextsReplaceOwnOnes() {
    let prompt = prompt(PromptTexts(title: "t", whatIsNew: "w", updateButton: "u"))
    #expect(prompt.title == "t")
    #expect(prompt.whatIsNew == "w")
    #expect(prompt.title(of: .update) == "u")
    #expect(prompt.message == "Eine neue Version der App ist verfügbar.")
    #expect(prompt.title(of: .skip) == "Diese Version überspringen")
  }

  @Test(
    "Herald's own texts are shown for a pushed prompt, in the device's language",
    arguments: [("tr-TR", "Güncelle"), ("xx", "Update")])
  func pushedPromptHasOwnTexts(language: String, button: String) throws {
    for withPolicy in [false, true] {
      var stream = Stream()
      stream.append(.launched(["deviceLanguage": language, "appPackageName": "a"]))
      if withPolicy { stream.append(.fetched(#"{"packageName":"a"}"#)) }
      stream.append(.pushed())
      let prompt = try #require(try stream.ask(.attempted).prompt)
      #expect(prompt.title(of: .update) == button)
      #expect(!prompt.message.isEmpty)
    }
  }

  @Test("Herald's own texts beside a document's name no language, and serve every device")
  func ownTextsNameNoLanguage() {
    let own = Descriptions(inAllLanguages: PromptTexts(title: "t"))
    let written = Descriptions(inAllLanguages: PromptTexts(message: "m", title: "t"))
    for language in ["de", nil] as [ExactString?] {
      let tags = LanguageTags(language)
      #expect(own.choice(for: tags)?.language == nil)
      #expect(own.choice(for: tags)?.texts.title == "t")
      #expect(written.choice(for: tags)?.language == "*")
      #expect(written.choice(for: tags)?.texts.message == "m")
      #expect(Descriptions([]).choice(for: tags).map(\.texts) == nil)
    }
  }
}
