import Herald

extension LintCheck {
  static let noText = LintCheck(
    "noText", .warning, "a rule without a text in any language",
    rule: { linted in
      guard linted.rule.descriptions.entries.isEmpty else { return [] }
      return [
        linted.finding(
          at: "/descriptions", "No language of \(linted.name) has a text.",
          why: "a rule without a text is never shown", fix: "write {\"*\": {\"message\": \"…\"}}")
      ]
    })
}
