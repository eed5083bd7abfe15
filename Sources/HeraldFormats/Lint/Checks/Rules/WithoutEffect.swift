import Herald

extension LintCheck {
  static let withoutEffect = LintCheck(
    "withoutEffect", .warning, "keys that do nothing on a forced rule",
    rule: { linted in
      guard linted.rule.kind.isBlocking else { return [] }
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
}
