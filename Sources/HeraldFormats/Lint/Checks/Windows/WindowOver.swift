import Herald

extension LintCheck {
  static let windowOver = LintCheck(
    "windowOver", .warning, "a window that is over",
    rule: { linted in
      // A date without an offset comes last to devices twelve hours behind UTC.
      guard let end = linted.rule.displayBefore, let now = linted.now, !WindowOrder.isEmpty(linted.rule),
        end.distance(to: DeviceTime(moment: now, offsetMinutes: -12 * 60)) > 0
      else { return [] }
      return [
        linted.finding(
          at: "/displayBeforeDate", "The window of \(linted.name) ended \(quoted(end.text.trimmed)).",
          why: "the rule is never shown again", fix: "remove the rule, or set a later date")
      ]
    })
}
