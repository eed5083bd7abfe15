import Herald

extension LintCheck {
  static let windowWithinQuietHours = LintCheck(
    "windowWithinQuietHours", .warning, "a rule whose window is open in quiet hours alone",
    rule: { linted in
      let quiet = [linted.rule.pacing.attention?.quietHours, linted.rule.pacing.quietHours].compactMap(\.self)
      guard !quiet.isEmpty, !linted.rule.kind.isBlocking,
        let start = linted.rule.displayAfter, let end = linted.rule.displayBefore, !start.isInstant, !end.isInstant,
        !linted.rule.mayRise(before: end)
      else { return [] }
      let (first, last) = (start.moment(offsetMinutes: 0), end.moment(offsetMinutes: 0))
      let length = last.milliseconds - first.milliseconds
      let hiding = quiet.first {
        length >= 0 && length < $0.length && $0.contain(DeviceTime(moment: first))
          && $0.contain(DeviceTime(moment: last))
      }
      guard let hiding else { return [] }
      return [
        linted.finding(
          at: "/displayAfterDate", "The window of \(linted.name) lies within the quiet hours, \(hiding.words).",
          why: "it is never shown, unless the user asks for updates", fix: "move the window, or change `quietHours`")
      ]
    })
}

extension Rule {
  /// True if the rule may become a forced rule while its window is open. Quiet hours don't hold that back.
  fileprivate func mayRise(before end: WindowDate) -> Bool {
    guard pacing.forceUpdateTypes.isEmpty else { return true }
    guard let deadline = pacing.deadline else { return false }
    // A date with an offset is up to a day earlier or later on the device's clock.
    let doubt: Int64 = deadline.at?.isInstant == true ? LengthOfTime.day : 0
    return deadline.needsTarget || deadline.at.map { $0.milliseconds - doubt <= end.milliseconds } ?? false
  }
}
