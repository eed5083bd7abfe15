/// Nothing optional is shown at certain hours of the device's day.
enum QuietHoursTest: PolicyTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, !situation.isManual, let quiet = rule.pacing.attention?.quietHours else {
      return true
    }
    let passed = !quiet.contain(situation.question.now)
    witness.record(
      Comparison(
        "time on the device's clock", found: clock(situation.question.now), wanted: "outside \(quiet.words)",
        passed: passed, basis: .question))
    return passed
  }

  private static func clock(_ time: DeviceTime) -> String {
    String(Timestamp(milliseconds: time.wallClock).description.dropLast())
  }

  static func isAsked(by rule: Rule) -> Bool {
    rule.pacing.attention?.quietHours != nil && !rule.kind.isBlocking
  }

  static func inputs(of rule: Rule) -> [Input] { isAsked(by: rule) ? [.time, .trigger] : [] }

  /// None of its own: a list of rules adds the hours around the instants of all tests.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is not shown from \(rule.pacing.attention?.quietHours?.words ?? ""), and the device's clock showed "
      + "\(comparison.found.shown)"
  }

  static var shortFailure: String { "quiet hours" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "It is a time of day at which the policy shows nothing optional.",
      when: "The device's clock is within `quietHours`. Forces, exits and manual checks pass.",
      fix: "Wait: `herald why` says until when.")
  }
}
