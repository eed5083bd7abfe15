import Herald

extension LintCheck {
  static let shortPeriod = LintCheck(
    "shortPeriod", .warning, "a period under one hour",
    rule: { linted in
      guard !linted.rule.kind.isBlocking, (1..<3_600_000).contains(linted.rule.displayPeriod),
        let written = linted.value("displayPeriodInHours").flatMap(Coercion.written)
      else { return [] }
      return [
        linted.finding(
          at: "/displayPeriodInHours", "The period of \(linted.name) is \(quoted(written)) hours, less than one.",
          why: "the number counts hours, not days, and other clients drop what is behind the point",
          fix: "write whole hours: 24 for a day, 168 for a week")
      ]
    })
}
