import Testing

@testable import Herald

@Suite("Texts by language")
struct DescriptionsTests {
  private func key(_ keys: [String], _ language: String?) -> String? {
    let entries = keys.map { Descriptions.Entry(key: ExactString($0), texts: PromptTexts(message: $0 + "!")) }
    let entry = Descriptions(entries).entry(for: language.map { ExactString($0) })
    #expect(entry?.texts.message == entry.map { $0.key.string + "!" })
    return entry?.key.string
  }

  @Test(
    "A language falls back subtag by subtag, then to another region, then to `*`, then to the empty key",
    arguments: [
      (["zh-Hant-TW", "zh-Hant", "zh", "*", ""], "zh-Hant-TW", "zh-Hant-TW"),
      (["zh-Hant", "zh", "*"], "zh-Hant-TW", "zh-Hant"),
      (["zh", "*", ""], "zh-Hant-TW", "zh"), (["zh-SG", "*", ""], "zh-Hant-TW", "*"),
      (["zh-SG", ""], "zh-Hant-TW", ""),
      (["zh-SG"], "zh-Hant-TW", nil), (["zh-Hant"], "zh", "zh-Hant"), (["en"], nil, nil), (["en", "*"], nil, "*"),
      (["en", ""], " ", ""), (["*", ""], "", "*"), (["en"], "*", nil), (["*"], "*", "*"), ([], "en", nil),
      (["e"], "en", nil), (["en"], "english", nil), (["en-"], "en--us", "en-"), ([" "], "en", " "),
    ] as [([String], String?, String?)])
  func languageFallsBackSubtagBySubtag(keys: [String], language: String?, expected: String?) {
    #expect(key(keys, language) == expected)
    #expect(key(keys.reversed(), language) == expected)
  }

  @Test(
    "A language is found whatever its case, white space and kind of dash",
    arguments: [
      (["pt-br", "pt"], "pt_BR", "pt-br"), (["PT_br", "pt"], "pt-BR", "PT_br"), ([" e n "], "EN", " e n "),
      (["en"], " E\u{A0}N ", "en"), (["İ"], "i\u{307}", "İ"), (["K"], "\u{212A}", "K"), (["pt"], "pt_BR-x", "pt"),
    ])
  func languageIgnoresSpelling(keys: [String], language: String, expected: String) {
    #expect(key(keys, language) == expected)
  }

  @Test(
    "A tag with a script falls back to its region, and a Chinese region to the script that is written there",
    arguments: [
      (["zh-TW", "zh"], "zh-Hant-TW", "zh-TW"), (["zh-Hant", "zh-TW"], "zh-Hant-TW", "zh-Hant"),
      (["zh-Hant", "zh"], "zh-TW", "zh-Hant"), (["zh-Hant", "zh-Hans"], "zh_HK", "zh-Hant"),
      (["zh-Hant", "zh-Hans"], "zh-MO", "zh-Hant"), (["zh-Hant", "zh-Hans"], "zh-CN", "zh-Hans"),
      (["zh-Hant", "zh-Hans"], "zh-702", "zh-Hans"), (["zh-Hant", "zh"], "zh-CN", "zh"),
      (["zh-Hans", "zh"], "zh-yue-CN", "zh"), (["sr-RS", "sr"], "sr-Latn-RS", "sr-RS"),
      (["es-419", "es"], "es-Latn-419", "es-419"), (["sr-RS", "sr"], "sr-Latn-x-RS", "sr"),
      (["zh-TW", "zh_TW"], "zh_Hant_TW", "zh_TW"), (["en-Latn"], "en-US", "en-Latn"),
    ] as [([String], String, String?)])
  func scriptAndRegion(keys: [String], language: String, expected: String?) {
    #expect(key(keys, language) == expected)
    #expect(key(keys.reversed(), language) == expected)
  }

  @Test(
    "A language is found by its old code and by its current one",
    arguments: [
      (["he"], "iw-IL", "he"), (["iw"], "he_IL", "iw"), (["id"], "in", "id"), (["in-ID"], "id-ID", "in-ID"),
      (["yi"], "ji", "yi"), (["nb", "*"], "no-NO", "nb"), (["no"], "nb", "no"), (["he", "iw"], "iw", "iw"),
      (["iw", "he"], "he-IL", "he"), (["en-in", "*"], "en-ID", "en-in"),
    ])
  func oldCodes(keys: [String], language: String, expected: String) {
    #expect(key(keys, language) == expected)
    #expect(key(keys.reversed(), language) == expected)
  }

  @Test(
    "A subtag of one letter goes with those that it introduces",
    arguments: [
      (["en-x", "en"], "en-x-shop", "en"), (["en-x-shop", "en"], "en-x-shop", "en-x-shop"),
      (["en-x", "*"], "en-x", "en-x"),
      (["en-US-u", "en-US"], "en-US-u-ca-buddhist", "en-US"), (["en-a-b", "en-a", "en"], "en-a-b-ccc", "en"),
    ])
  func singletons(keys: [String], language: String, expected: String) {
    #expect(key(keys, language) == expected)
  }

  @Test(
    "The device's own spelling wins among equal language keys, else the first as RFC 8785 sorts",
    arguments: [
      (["EN", "en", "En"], "en", "en"), (["EN", "en", "En"], "EN", "EN"), (["en", "En", "eN"], "EN", "En"),
      (["en", "EN"], "en-US", "en"), (["en", "EN"], "EN_us", "EN"), (["en-US", "en_US"], "EN-us", "en-US"),
      (["", " ", "\t"], nil, ""), (["\t", " "], nil, "\t"), (["", " "], " ", " "),
      (["", " "], "", ""), (["", " "], "en", ""), (["", " "], "\t", ""),
    ] as [([String], String?, String)])
  func exactKeyIsPreferred(keys: [String], language: String?, expected: String) {
    #expect(key(keys, language) == expected)
    #expect(key(keys.reversed(), language) == expected)
  }

  @Test("A language of very many subtags is compared without a copy for each", .timeLimit(.minutes(30)))
  func longLanguageIsComparedOnce() {
    let language = "tr" + String(repeating: "-abcdefgh", count: 200_000)
    #expect(key(["tr-abcdefgh", "tr", "*"], language) == "tr-abcdefgh")
  }
}
