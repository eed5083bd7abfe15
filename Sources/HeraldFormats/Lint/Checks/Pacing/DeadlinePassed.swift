import Herald

extension LintCheck {
  static let deadlinePassed = LintCheck(
    "deadlinePassed", .warning, "a deadline that has passed",
    rule: { linted in
      // With a grace each user is warned first, so an old date surprises nobody.
      guard let deadline = linted.rule.pacing.deadline, let at = deadline.at, deadline.grace == nil,
        let now = linted.now, at.distance(to: DeviceTime(moment: now, offsetMinutes: -12 * 60)) > 0
      else { return [] }
      let (key, kind) = deadline.becomes == .exit ? ("forceExit", "turns away") : ("forceUpdate", "forces")
      return [
        linted.finding(
          at: "/deadline/at", "The deadline of \(linted.name) has passed: \(quoted(at.text.trimmed)).",
          why: "the rule \(kind) at once, and nobody is asked before",
          fix: "write a later date, or `\"\(key)\": true` in the place of `deadline` if that is meant")
      ]
    })
}
