import Herald

extension LintCheck {
  static let noText = LintCheck(
    "noText", .warning, "an optional update or a message without a text in any language",
    rule: { linted in
      // Of a rule that users cannot get past it's an error, which another check finds.
      guard linted.rule.descriptions.entries.isEmpty, !linted.rule.mayBlock else { return [] }
      return [
        linted.finding(
          at: "/descriptions", "No language of \(linted.name) has a text.",
          why: "a rule without a text is never shown", fix: "write {\"*\": {\"message\": \"…\"}}")
      ]
    })
}
