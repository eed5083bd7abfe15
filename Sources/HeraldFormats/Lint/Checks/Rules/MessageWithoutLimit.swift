import Herald

extension LintCheck {
  static let messageWithoutLimit = LintCheck(
    "messageWithoutLimit", .note, "a message that is shown at every launch",
    rule: { linted in
      guard linted.rule.kind == .message, linted.rule.maxDisplayCount == nil, linted.rule.displayPeriod == 0 else {
        return []
      }
      return [
        linted.finding(
          "The message \(linted.name) is shown at every launch.", why: "it has neither a count nor a period",
          fix: "add `maxDisplayCount` or `displayPeriodInHours`")
      ]
    })
}
