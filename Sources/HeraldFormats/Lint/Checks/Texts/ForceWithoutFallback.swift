import Herald

extension LintCheck {
  static let forceWithoutFallback = LintCheck(
    "forceWithoutFallback", .error, "a force, now or later, or an end of service that some languages do not see",
    rule: { linted in linted.rule.mayBlock ? linted.findingOnForcedLanguages.map { [$0] } ?? [] : [] })
}
