import Herald

extension LintCheck {
  /// Tells what a deadline means, from day to day: a date with periods and reminders is hard to read as JSON.
  static let deadlineCalendar = LintCheck(
    "deadlineCalendar", .note, "what a deadline means from day to day",
    rule: { linted in
      guard let deadline = linted.rule.pacing.deadline else { return [] }
      return [
        linted.finding(
          at: "/deadline", "\(linted.name): \(DeadlineCalendar(deadline, of: linted.rule).words).",
          why: "a deadline with periods and reminders is hard to read as JSON", fix: "nothing, if it is what you mean")
      ]
    })
}

/// A deadline in words, such as `optional until 2026-12-01T18:00, asked every 3 d, from 3 d before every 6 h, then forced`.
private struct DeadlineCalendar {
  let words: String

  init(_ deadline: Deadline, of rule: Rule) {
    var ends: [String] = []
    if let at = deadline.at {
      let grace = deadline.grace.map { ", or \(LengthOfTime.words($0)) after the first showing where that is later" }
      ends.append(Self.words(at) + (grace ?? ""))
    }
    if let age = deadline.afterFirstShown { ends.append("\(LengthOfTime.words(age)) after the first showing") }
    if let most = deadline.deferrals { ends.append("`later` was chosen \(most == 1 ? "once" : "\(most) times")") }
    let period = rule.displayPeriod == 0 ? "at every occasion" : "every \(LengthOfTime.words(rule.displayPeriod))"
    let reminders = deadline.reminders.sorted { $0.within > $1.within }.map { reminder in
      "from \(LengthOfTime.words(reminder.within)) before it "
        + (reminder.period == 0 ? "at every occasion" : "every \(LengthOfTime.words(reminder.period))")
    }
    let kind = deadline.becomes == .exit ? "the end of service" : "forced"
    words =
      "optional until \(ends.joined(separator: ", or until ")), asked "
      + ([period] + reminders).joined(separator: ", ") + "; \(kind) from then on"
  }

  /// A date with its clock, as a date without an offset is another moment in each time zone.
  private static func words(_ date: WindowDate) -> String {
    let text = date.text.trimmed
    if date.isDateOnly { return "the first minute of \(text) on each device's clock" }
    return date.isInstant ? text : "\(text) on each device's clock"
  }
}
