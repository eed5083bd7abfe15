import Herald

extension LintCheck {
  static let deadlineWithinPeriod = LintCheck(
    "deadlineWithinPeriod", .warning, "a deadline that is over before the rule asks again",
    rule: { linted in
      guard let deadline = linted.rule.pacing.deadline else { return [] }
      let period = linted.rule.displayPeriod
      return [
        ("/deadline/afterFirstShownInHours", deadline.afterFirstShown), ("/deadline/graceInHours", deadline.grace),
      ]
      .compactMap { key, length in
        guard let length, length < period, deadline.reminders.isEmpty else { return nil }
        return linted.finding(
          at: key,
          "\(linted.name) forces after \(LengthOfTime.words(length)), and asks every \(LengthOfTime.words(period)).",
          why: "users are asked a single time before they are forced",
          fix: "lengthen it, shorten `displayPeriodInHours`, or add `reminders`")
      }
    })
}
