import Herald

extension LintCheck {
  static let languageWithoutMessage = LintCheck(
    "languageWithoutMessage", .warning, "a language without a `message`",
    texts: { linted in
      let read = Set(linted.descriptions.entries.map(\.key))
      return linted.languages.filter { !read.contains(ExactString($0.name)) }.map { language in
        linted.finding(
          at: "/\(JSONPointer.token(language.name))",
          "The language \(quoted(language.name)) has no `message`.",
          why: "without one it has no text, and its users get another language or nothing",
          fix: LintedTexts.misspeltMessage(in: language.node).map { "rename \(quoted($0)) to `message`" }
            ?? "add \"message\" with a text that is not blank")
      }
    })
}
