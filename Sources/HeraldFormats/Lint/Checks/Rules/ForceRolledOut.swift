import Herald

extension LintCheck {
  static let forceRolledOut = LintCheck(
    "forceRolledOut", .warning, "a forced rule for part of the installations",
    rule: { linted in
      guard linted.rule.kind.isBlocking, (1..<10_000).contains(linted.rule.rollout) else { return [] }
      return [
        linted.finding(
          at: "/rollout", "The \(linted.rule.kind.words) \(linted.name) is rolled out to part of the installations.",
          why: "the others keep an app that is said to be unusable",
          fix: "leave `rollout` out, or make the update an optional one first")
      ]
    })
}
