import Herald

extension LintCheck {
  static let forceWithoutFallback = LintCheck(
    "forceWithoutFallback", .error, "a forced update or an end of service that some languages do not see",
    rule: { linted in linted.rule.kind.isBlocking ? linted.findingOnMissingLanguage.map { [$0] } ?? [] : [] })
}
