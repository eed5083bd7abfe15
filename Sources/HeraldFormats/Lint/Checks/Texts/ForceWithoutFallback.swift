import Herald

extension LintCheck {
  static let forceWithoutFallback = LintCheck(
    "forceWithoutFallback", .warning, "a forced rule in its own languages alone",
    rule: { linted in linted.rule.kind.isBlocking ? linted.findingOnMissingLanguage.map { [$0] } ?? [] : [] })
}
