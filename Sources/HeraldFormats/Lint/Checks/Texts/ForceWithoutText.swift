import Herald

extension LintCheck {
  static let forceWithoutText = LintCheck(
    "forceWithoutText", .error, "a force, now or later, or an end of service without a text in any language",
    rule: { linted in
      guard linted.rule.mayBlock, linted.rule.textsWhenForced.allSatisfy(\.entries.isEmpty) else { return [] }
      return [
        linted.finding(
          at: "/descriptions", "The \(linted.rule.kind.words) \(linted.name) has a text in no language.",
          why: "no device sees it"
            + (linted.rule.mayRise ? ", and the app goes on when it becomes forced" : ", and the app goes on"),
          fix: "write {\"*\": {\"message\": \"…\"}}")
      ]
    })
}
