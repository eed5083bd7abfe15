import Herald

extension LintCheck {
  static let unknownLanguage = LintCheck(
    "unknownLanguage", .warning, "texts in a language that no device has",
    texts: { linted in
      linted.languages.compactMap { language in
        // A language without a text is another check's.
        guard linted.descriptions.entries.contains(where: { $0.key == ExactString(language.name) }),
          LintCheck.keyMeant(byLanguage: language.name) == nil,
          let tag = KnownLanguage.correction(of: language.name)
        else { return nil }
        return linted.finding(
          at: "/\(JSONPointer.token(language.name))",
          "No device has the language \(quoted(language.name)).",
          why: "devices send tags such as `en`, `tr-TR` or `zh-Hans-CN`, so nobody sees these texts",
          fix: tag.isEmpty ? "write the tag of a language, such as `en`" : "did you mean `\(tag)`?")
      }
    })
}
