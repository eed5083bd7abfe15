import Herald

extension LintCheck {
  static let dateOnlyEnd = LintCheck(
    "dateOnlyEnd", .warning, "a last day that is left out",
    rule: { linted in
      guard let end = linted.rule.displayBefore, end.isDateOnly else { return [] }
      let day = end.text.trimmed
      return [
        linted.finding(
          at: "/displayBeforeDate", "The window ends at the start of the day `\(day)`.",
          why: "a date alone is its 00:00 on the device's clock, so nothing is shown on that day",
          fix: "write `\(day) 23:59` to include the day, or `\(day) 00:00` to leave it out")
      ]
    })
}

extension WindowDate {
  /// True if the date is written without a time.
  var isDateOnly: Bool { text.trimmed.utf8.count == "yyyy-MM-dd".utf8.count }
}
