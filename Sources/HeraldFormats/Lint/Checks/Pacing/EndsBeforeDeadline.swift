import Herald

extension LintCheck {
  static let endsBeforeDeadline = LintCheck(
    "endsBeforeDeadline", .warning, "a rule that ends before its deadline",
    rule: { linted in
      guard let deadline = linted.rule.pacing.deadline, let end = linted.rule.displayBefore else { return [] }
      let last = end.moment(offsetMinutes: 0)
      if let at = deadline.at, last <= at.moment(offsetMinutes: 0) {
        return [
          linted.finding(
            at: "/displayBeforeDate",
            "\(linted.name) ends \(quoted(end.text.trimmed)), before its deadline \(quoted(at.text.trimmed)).",
            why: "nobody is forced by a rule that is over",
            fix: "move `displayBeforeDate` behind the deadline, or leave it out")
        ]
      }
      guard let age = deadline.afterFirstShown, let start = linted.rule.displayAfter?.moment(offsetMinutes: 0),
        start <= last, last.milliseconds - start.milliseconds < age
      else { return [] }
      return [
        linted.finding(
          at: "/displayBeforeDate", "The window of \(linted.name) is shorter than its deadline.",
          why: "it forces \(LengthOfTime.words(age)) after the first showing, and is over by then",
          fix: "move `displayBeforeDate` behind that, or leave it out")
      ]
    })
}
