import Herald

extension LintCheck {
  static let wallClockDate = LintCheck(
    "wallClockDate", .note, "dates on each device's own clock",
    rule: { linted in
      // An end without a time has a finding of its own, which says so too.
      let end = linted.rule.displayBefore.flatMap { $0.isDateOnly ? nil : $0 }
      let dates = [("displayAfterDate", linted.rule.displayAfter), ("displayBeforeDate", end)]
      guard case (let key, let date?)? = dates.first(where: { $1.map { !$0.isInstant } ?? false }) else { return [] }
      let text = date.text.trimmed
      return [
        linted.finding(
          at: "/\(key)", "The window of \(linted.name) has no offset from UTC.",
          why: "\(quoted(text)) is read on each device's own clock: another moment in each time zone",
          fix: "for one moment everywhere write `\(text)\(date.isDateOnly ? "T00:00" : "")Z`, or another offset")
      ]
    })
}
