import Herald

/// The texts of a rule in one language.
enum TextKey: String, DocumentKey {
  case message, title, whatIsNew, warnings, imageUrl

  var about: KeyReference {
    switch self {
    case .message: text("What the prompt says; a language without one has no text.", #""Version 4.2 is here.""#)
    case .title: text("The prompt's heading.", #""New version""#)
    case .whatIsNew: text("What is new in the version.", #""Signing in is faster.""#)
    case .warnings: text("What the user should know before updating.", #""Needs 200 MB.""#)
    case .imageUrl: text("The address of a picture.", #""https://example.com/new.png""#)
    }
  }

  private func text(_ meaning: String, _ example: String) -> KeyReference {
    KeyReference(.text, .optional(default: "none"), meaning, example: example, fault: .countsAsAbsent)
  }

  static let texts = ObjectReference(
    "texts", "the texts of one language", plural: "texts", at: "descriptions.LANGUAGE", references)

  /// The texts of a rule.
  static let byLanguage = ObjectReference(
    "descriptions", "an object of texts by language", at: "descriptions", [],
    others: .named(
      KeyReference(
        "LANGUAGE", .either([.text, .object(texts)], name: "an object of texts, or the message alone"),
        .optional(default: "no text"),
        "The texts for a language tag such as `en`, `pt-BR` or `zh-Hant`; `*` is for all other languages.",
        example: #"{"title": "New version", "message": "Version 4.2 is here."}"#, fault: .countsAsAbsent)),
    strictly: .noName(among: names.union(RuleKey.names)))
}
