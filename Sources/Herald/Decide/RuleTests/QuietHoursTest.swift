/// Nothing optional is shown at certain hours of the device's day, and a rule may have hours and days of its own.
enum QuietHoursTest: PolicyTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, !situation.isLifted else { return true }
    var passed = true
    if let quiet = rule.pacing.attention?.quietHours {
      passed = isOutside(quiet, situation.question.now, key: nil, rootKey: hoursKey, &witness)
    }
    if let quiet = rule.pacing.quietHours {
      passed = isOutside(quiet, situation.question.now, key: hoursKey, &witness) && passed
    }
    if let days = rule.pacing.weekdays {
      let today = Weekday(of: situation.question.now)
      witness.record(
        Comparison(
          "weekday", found: today.rawValue, wanted: days.words, passed: days.contains(today), key: daysKey,
          basis: .question))
      passed = days.contains(today) && passed
    }
    return passed
  }

  private static func isOutside<W: Witness>(
    _ quiet: QuietHours, _ now: DeviceTime, key: String?, rootKey: String? = nil, _ witness: inout W
  ) -> Bool {
    let passed = !quiet.contain(now)
    witness.record(
      Comparison(
        "time on the device's clock", found: clock(now), wanted: "outside \(quiet.words)", passed: passed, key: key,
        rootKey: rootKey, basis: .question))
    return passed
  }

  private static let (hoursKey, daysKey) = ("/quietHours", "/weekdays")

  private static func clock(_ time: DeviceTime) -> String {
    String(Timestamp(milliseconds: time.wallClock).description.dropLast())
  }

  static func isAsked(by rule: Rule) -> Bool {
    (rule.pacing.attention?.quietHours != nil || hasOwn(rule)) && !rule.kind.isBlocking
  }

  private static func hasOwn(_ rule: Rule) -> Bool { rule.pacing.quietHours != nil || rule.pacing.weekdays != nil }

  static func inputs(of rule: Rule) -> [Input] { isAsked(by: rule) ? [.time, .trigger] : [] }

  /// None of its own: a list of rules adds the hours and days around the instants of all tests.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  /// Hours for all rules keep a later rule back too, unless that rule is exempt.
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    isAsked(by: rule) && (hasOwn(rule) || later.mayPassSharedLimits)
      ? Gap(words: "at an hour or on a day at which the first is quiet") : nil
  }

  static var documentKeys: [String] { ["quietHours", "weekdays"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    [(hoursKey, rule.pacing.quietHours?.words), (daysKey, rule.pacing.weekdays?.words)].compactMap { key, text in
      text.map { (key, $0) }
    }
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    if comparison.key == daysKey {
      return "is shown on \(comparison.wanted) alone, and the device's clock showed \(comparison.found.shown)"
    }
    let quiet = comparison.key == hoursKey ? rule.pacing.quietHours : rule.pacing.attention?.quietHours
    return "is not shown from \(quiet?.words ?? ""), and the device's clock showed \(comparison.found.shown)"
  }

  static var shortFailure: String { "quiet hours" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "It is a time of day, or a day of the week, at which the policy or the rule shows nothing optional.",
      when:
        "The device's clock is within `quietHours` of the root or of the rule, or its day is none of the rule's "
        + "`weekdays`. Forces, exits and manual checks pass.",
      fix: "Wait: `herald why` says until when.")
  }
}
