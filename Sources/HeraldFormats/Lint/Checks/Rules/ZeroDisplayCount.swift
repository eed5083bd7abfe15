import Herald

extension LintCheck {
  static let zeroDisplayCount = LintCheck(
    "zeroDisplayCount", .warning, "a rule that may be shown 0 times",
    rule: { linted in
      guard !linted.rule.kind.isBlocking, linted.rule.maxDisplayCount == 0 else { return [] }
      return [
        linted.finding(
          at: "/maxDisplayCount", "The \(linted.rule.kind.words) \(linted.name) may be shown 0 times.",
          why: linted.rule.kind == .message
            ? "0 is not unlimited: the rule is never shown"
            : "0 is not unlimited: the rule is shown only where the user asks for updates",
          fix: "leave `maxDisplayCount` out for no limit")
      ]
    })
}
