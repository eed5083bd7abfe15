extension LintTests {
  private static func texts(_ code: String, at key: String?, _ descriptions: String) -> LintCase {
    let document = SampleDocument.text(messages: [SampleDocument.message(["descriptions": descriptions])])
    return key.map { LintCase(code, "\(code) /messages/0/descriptions\($0)", in: document) } ?? .near(code, document)
  }

  private static func forced(_ descriptions: String, filters: String = "null", isFound: Bool) -> LintCase {
    let code = "forceWithoutFallback"
    let document = SampleDocument.text(
      updates: [SampleDocument.force(["descriptions": descriptions, "filters": filters])])
    return isFound ? LintCase(code, "\(code) /updates/0/descriptions", in: document) : .near(code, document)
  }

  /// An update that becomes forced, whose texts leave languages out.
  private static func rising(_ key: String, _ value: String, isFound: Bool) -> LintCase {
    let code = "forceWithoutFallback"
    let texts = isFound ? #"{"en-US": "Update."}"# : #"{"en-US": "Update.", "*": "Update."}"#
    let document = SampleDocument.text(updates: [SampleDocument.update(["descriptions": texts, key: value])])
    let calendar = key == "deadline" ? ["deadlineCalendar /updates/0/deadline"] : []
    let found = isFound ? ["\(code) /updates/0/descriptions"] : []
    return LintCase(code, inOrder: calendar + found, in: document)
  }

  /// A force, or an update that becomes one, with texts of its own for then.
  private static func risen(_ code: String, _ found: String?, _ texts: String, _ forced: String?) -> LintCase {
    let keys: KeyValuePairs<String, String?> = [
      "descriptions": texts, "forcedDescriptions": forced, "forceUpdateTypes": #"["major"]"#,
    ]
    let document = SampleDocument.text(updates: [SampleDocument.update(keys)])
    return LintCase(code, inOrder: found.map { ["\($0) /updates/0/descriptions"] } ?? [], in: document)
  }

  private static let risenCases: [LintCase] = [
    risen("forceWithoutText", "forceWithoutText", "{}", nil),
    risen("forceWithoutText", "forceWithoutText", "{}", "{}"),
    risen("forceWithoutText", "noText", "{}", #"{"*": "Now."}"#),
    risen("forceWithoutFallback", "forceWithoutFallback", #"{"tr": "Güncelleyin."}"#, #"{"ko": "지금"}"#),
    risen("forceWithoutFallback", "noFallbackLanguage", #"{"tr": "Güncelleyin."}"#, #"{"*": "Now."}"#),
    risen("forceWithoutFallback", nil, #"{"*": "Update."}"#, #"{"tr": "Şimdi."}"#),
    LintCase(
      "forceWithoutText", "forceWithoutText /updates/0/descriptions",
      in: SampleDocument.text(updates: [SampleDocument.force(["descriptions": "{}"])])),
    .near("forceWithoutText", SampleDocument.text(updates: [SampleDocument.force([:])])),
  ]

  static let textCases: [LintCase] =
    [
      texts("noText", at: "", "{}"),
      texts("noText", at: nil, #"{"*": "A bare text."}"#),
      LintCase(
        "noText", "noText /messages/0/descriptions", "languageWithoutMessage /messages/0/descriptions/en",
        in: SampleDocument.text(messages: [SampleDocument.message(["descriptions": #"{"en": {"message": " "}}"#])])),
      LintCase(
        "languageWithoutMessage", "languageWithoutMessage /messages/0/descriptions/tr",
        in: SampleDocument.text(messages: [
          SampleDocument.message(["descriptions": #"{"*": "Hello.", "tr": {"mesage": "Merhaba."}}"#])
        ])),
      texts("languageWithoutMessage", at: "/en~1GB", #"{"*": "Hello.", "en/GB": 7}"#),
      texts("languageWithoutMessage", at: nil, #"{"*": "Hello.", "en": null}"#),
      texts("noFallbackLanguage", at: "", #"{"tr": "Merhaba.", "en": "Hello."}"#),
      texts("noFallbackLanguage", at: nil, #"{"tr": "Merhaba.", "": "Hello."}"#),
      forced(#"{"tr": "Güncelleyin."}"#, isFound: true),
      forced(#"{"tr": "Güncelleyin."}"#, filters: #"{"deviceLanguage": "!en*"}"#, isFound: true),
      forced(#"{"tr": "Güncelleyin."}"#, filters: #"{"deviceLanguage": "tr,tr-*"}"#, isFound: false),
      forced(#"{"tr": "Güncelleyin.", "*": "Update."}"#, isFound: false),
      rising("deadline", #"{"afterFirstShownInHours": 72}"#, isFound: true),
      rising("deadline", #"{"afterFirstShownInHours": 72}"#, isFound: false),
      rising("forceUpdateTypes", #"["major"]"#, isFound: true),
      rising("forceUpdateTypes", #"["major"]"#, isFound: false),
      rising("forceUpdateTypes", "[]", isFound: false),
      texts("unknownLanguage", at: "/jp", #"{"*": "Hello.", "jp": "こんにちは。"}"#),
      texts(
        "unknownLanguage", at: nil,
        #"{"*": "Hello.", "iw": "שלום", "fil": "Kumusta.", "es-419": "Hola.", "zh-Hant-TW": "你好", "x-shop": "Hi."}"#),
      texts("sameLanguage", at: "/pt_br", #"{"*": "Hello.", "pt-BR": "Olá.", "pt_br": "Olá."}"#),
      texts("sameLanguage", at: nil, #"{"*": "Hello.", "pt-BR": "Olá.", "pt": "Olá."}"#),
      texts("blankText", at: "/*/title", #"{"*": {"message": "Hello.", "title": " "}}"#),
      texts("blankText", at: nil, #"{"*": {"message": "Hello.", "title": "Hello"}}"#),
      texts("textIgnored", at: "/*/warnings", #"{"*": {"message": "Hello.", "warnings": ["a"]}}"#),
      texts("textIgnored", at: nil, #"{"*": {"message": "Hello.", "warnings": null}}"#),
      texts("unknownTextKey", at: "/*/whatsNew", #"{"*": {"message": "Hello.", "whatsNew": "All."}}"#),
      texts("unknownTextKey", at: nil, #"{"*": {"message": "Hello.", "whatIsNew": "All."}}"#),
    ] + risenCases + variantCases + placeholderCases

  private static func placeholder(
    _ code: String, at key: String?, _ text: String, _ keys: KeyValuePairs<String, String?>
  )
    -> LintCase
  {
    let rule = SampleDocument.update(keys)
    let texts = "\"descriptions\": {\"*\": {\"message\": \"\(text)\"}}"
    let document = SampleDocument.text(updates: [
      rule.replacing(#""descriptions": {"*": {"message": "An update."}}"#, with: texts)
    ])
    let calendar = keys.contains { $0.key == "deadline" } ? ["deadlineCalendar /updates/0/deadline"] : []
    return LintCase(
      code, inOrder: calendar + (key.map { ["\(code) /updates/0/descriptions/*/\($0)"] } ?? []), in: document)
  }

  private static let placeholderCases: [LintCase] = [
    placeholder("emptyPlaceholder", at: "message", "Until {deadline}.", [:]),
    placeholder("emptyPlaceholder", at: "message", "{days} left.", ["deadline": #"{"afterFirstShownInHours": 72}"#]),
    placeholder(
      "emptyPlaceholder", at: "message", "{days} left.", ["deadline": #"{"at": "2026-03-20", "graceInHours": 72}"#]),
    placeholder("emptyPlaceholder", at: nil, "{version}, {installed}.", [:]),
    placeholder("emptyPlaceholder", at: nil, "Until {deadline}.", ["deadline": #"{"at": "2026-03-20"}"#]),
    placeholder("unknownPlaceholder", at: "message", "Update to {versoin}.", [:]),
    placeholder("unknownPlaceholder", at: nil, "Update to {name}.", [:]),
  ]

  private static func variant(_ code: String, at key: String?, _ descriptions: String) -> LintCase {
    let document = SampleDocument.text(messages: [
      SampleDocument.message([
        "variants": #"[{"id": "a", "weight": 1}, {"id": "b", "weight": 1, "descriptions": \#(descriptions)}]"#
      ])
    ])
    return key.map { LintCase(code, "\(code) /messages/0/variants/1/descriptions\($0)", in: document) }
      ?? .near(code, document)
  }

  private static let variantCases: [LintCase] = [
    variant("languageWithoutMessage", at: "/tr", #"{"tr": {"mesage": "Merhaba."}}"#),
    variant("sameLanguage", at: "/pt_br", #"{"pt-BR": "Olá.", "pt_br": "Olá."}"#),
    variant("blankText", at: "/tr/title", #"{"tr": {"message": "Hello.", "title": " "}}"#),
    variant("textIgnored", at: "/tr/warnings", #"{"tr": {"message": "Hello.", "warnings": ["a"]}}"#),
    variant("unknownTextKey", at: "/tr/whatsNew", #"{"tr": {"message": "Hello.", "whatsNew": "All."}}"#),
    // A device without one of these languages gets the rule's text.
    variant("noFallbackLanguage", at: nil, #"{"tr": "Merhaba."}"#),
    variant("noText", at: nil, "{}"),
  ]
}

extension String {
  /// The text with the first place of a part replaced.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, maxSplits: 1, omittingEmptySubsequences: false).map(String.init).joined(separator: other)
  }
}
