import Herald

extension LintCheck {
  static let windowFarAhead = LintCheck(
    "windowFarAhead", .warning, "a window that begins in over a year",
    rule: { linted in
      guard let start = linted.rule.displayAfter, let now = linted.now, !WindowOrder.isEmpty(linted.rule),
        start.distance(to: DeviceTime(moment: now)) < -366 * 86_400_000
      else { return [] }
      return [
        linted.finding(
          at: "/displayAfterDate", "The window of \(linted.name) begins \(quoted(start.text.trimmed)), in over a year.",
          why: "the rule is not shown before", fix: "check the year")
      ]
    })
}
