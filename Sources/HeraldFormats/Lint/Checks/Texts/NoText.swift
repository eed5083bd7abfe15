import Herald

extension LintCheck {
  static let noText = LintCheck(
    "noText", .warning, "an optional update or a message without a text in any language",
    rule: { linted in
      // Of a rule that users cannot get past, now or later, it's an error, which another check finds.
      let isLeft = linted.rule.mayBlock && linted.rule.textsWhenForced.allSatisfy(\.entries.isEmpty)
      guard linted.rule.descriptions.entries.isEmpty, !linted.rule.kind.isBlocking, !isLeft else { return [] }
      return [
        linted.finding(
          at: "/descriptions", "No language of \(linted.name) has a text.",
          why: "a rule without a text is never shown" + (linted.rule.mayRise ? " before it is forced" : ""),
          fix: "write {\"*\": {\"message\": \"…\"}}")
      ]
    })
}
