import Herald

extension LintCheck {
  static let blankText = LintCheck(
    "blankText", .note, "a text that is blank",
    texts: { linted in
      linted.extraTexts.filter { $0.node.string.map(\.isBlank) ?? false }.map { pointer, name, _ in
        linted.finding(
          at: pointer, "The text `\(name)` is blank.", why: "a prompt may keep an empty place for it",
          fix: "write a text, or leave the key out")
      }
    })
}
