import Herald

extension LintCheck {
  static let withoutEffect = LintCheck(
    "withoutEffect", .warning, "keys that do nothing on the rule",
    rule: { linted in
      guard linted.rule.kind.isBlocking else { return forcedTexts(of: linted) }
      let keys = [
        ("maxDisplayCount", linted.rule.maxDisplayCount != nil),
        ("displayPeriodInHours", linted.rule.displayPeriod > 0),
        ("skippable", linted.rule.isSkippable), ("frequencyCaps", !linted.rule.pacing.caps.isEmpty),
      ]
      return keys.filter(\.1).map { key, _ in
        linted.finding(
          at: "/\(key)", "`\(key)` does nothing on the \(linted.rule.kind.words) \(linted.name).",
          why: "what users cannot get past is shown every time", fix: "remove the key")
      }
    })

  /// Texts of a forced phase on a rule that is never forced.
  private static func forcedTexts(of linted: LintedRule) -> [LintFinding] {
    guard linted.rule.pacing.forcedDescriptions != nil, !linted.rule.mayRise else { return [] }
    return [
      linted.finding(
        at: "/forcedDescriptions", "`forcedDescriptions` does nothing on the optional update \(linted.name).",
        why: "without a `deadline` or `forceUpdateTypes` it is never forced", fix: "add a `deadline`, or remove the key"
      )
    ]
  }
}
