import Herald

extension LintCheck {
  static let messageWithoutLimit = LintCheck(
    "messageWithoutLimit", .note, "a message that is shown each time that it is asked for",
    rule: { linted in
      guard linted.rule.kind == .message, linted.rule.maxDisplayCount == nil, linted.rule.displayPeriod == 0,
        !linted.rule.isCapped
      else { return [] }
      return [
        linted.finding(
          "The message \(linted.name) is shown "
            + (linted.rule.triggersEver.contains(.launch) ? "at every launch." : "each time that it is asked for."),
          why: "it has neither a count, a period nor a cap",
          fix: "add `maxDisplayCount`, `displayPeriodInHours` or `frequencyCaps`")
      ]
    })
}

extension Rule {
  /// True if a limit of its own, of its groups or of the policy keeps it from being shown again and again.
  fileprivate var isCapped: Bool {
    let attention = pacing.attention
    return !pacing.caps.isEmpty || attention?.caps.isEmpty == false
      || pacing.groups.contains { attention?.groups[$0]?.isEmpty == false }
  }
}
