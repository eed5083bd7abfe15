import Testing

@testable import Herald

@Suite("Herald's own texts")
struct OwnTextsTests {
  @Test(
    "are in the device's language, or in the nearest that there is",
    arguments: [
      ("en", .english), ("en-US", .english), ("tr_TR", .turkish), ("JA", .japanese), ("ko-KR", .korean),
      ("zh-Hans-CN", .chinese), ("zh_TW", .chinese), ("de-AT-1996", .german), (" fr ", .french), ("es-419", .spanish),
      ("ar-EG", .arabic), ("it", .english), ("deu", .english), ("", .english), ("-de", .english), (nil, .english),
    ] as [(ExactString?, OwnLanguage)])
  func language(device: ExactString?, language: OwnLanguage) { #expect(OwnLanguage(for: device) == language) }

  @Test("say something for every kind and every button", arguments: OwnLanguage.allCases)
  func complete(language: OwnLanguage) {
    let words = PromptKind.allCases.flatMap { kind in
      let words = language.texts.words(for: kind)
      return [words.title, words.message]
    }
    let buttons = Button.allCases.map { language.texts.title(of: $0) }
    #expect((words + buttons).allSatisfy { !$0.isBlank && $0.trimmed == $0 })
    #expect(Set(words).count == words.count && Set(buttons).count == buttons.count)
    for other in OwnLanguage.allCases where other != language {
      #expect(other.texts.words(for: .force) != language.texts.words(for: .force))
    }
  }

  private func prompt(_ texts: PromptTexts?, _ kind: PromptKind = .optional) -> Prompt {
    Prompt(
      rule: "r", kind: kind, texts: texts, language: nil, destination: nil, isSkippable: false, ownLanguage: .german)
  }

  @Test("stand where the document says nothing, or nothing but blanks", arguments: [nil, "", " \n"])
  func own(written: String?) {
    let prompt = prompt(PromptTexts(message: "m", title: written, whatIsNew: written, updateButton: written))
    #expect(prompt.title == "Update verfügbar" && prompt.message == "m" && prompt.whatIsNew == nil)
    #expect(prompt.title(of: .update) == "Aktualisieren" && prompt.title(of: .later) == "Später")
  }

  @Test("give way to what the document says")
  func written() {
    let prompt = prompt(PromptTexts(title: "t", whatIsNew: "w", updateButton: "u"))
    #expect(prompt.title == "t" && prompt.whatIsNew == "w" && prompt.title(of: .update) == "u")
    #expect(prompt.message == "Eine neue Version der App ist verfügbar.")
    #expect(prompt.title(of: .skip) == "Diese Version überspringen")
  }

  @Test("are a pushed prompt's, in the language of the device", arguments: [("tr-TR", "Güncelle"), ("xx", "Update")])
  func pushed(language: String, button: String) throws {
    for withPolicy in [false, true] {
      var stream = Stream()
      stream.append(.launched(["deviceLanguage": language, "appPackageName": "a"]))
      if withPolicy { stream.append(.fetched(#"{"packageName":"a"}"#)) }
      stream.append(.pushed())
      let prompt = try #require(try stream.ask(.attempted).prompt)
      #expect(prompt.title(of: .update) == button && !prompt.message.isEmpty)
    }
  }

  @Test("beside a document's texts name no language, and are there for every device")
  func choice() {
    let own = Descriptions(inAllLanguages: PromptTexts(title: "t"))
    let written = Descriptions(inAllLanguages: PromptTexts(message: "m", title: "t"))
    for language in ["de", nil] as [ExactString?] {
      let tags = LanguageTags(language)
      #expect(own.choice(for: tags)?.language == nil && own.choice(for: tags)?.texts.title == "t")
      #expect(written.choice(for: tags)?.language == "*" && written.choice(for: tags)?.texts.message == "m")
      #expect(Descriptions([]).choice(for: tags).map(\.texts) == nil)
    }
  }
}
