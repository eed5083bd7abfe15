/// Some time has to pass between two showings of a rule.
enum PeriodTest: RepetitionTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, isSet(in: rule), let lastShown = situation.lastShown, !situation.isLifted
    else { return true }
    let period = situation.period
    guard period > 0 else { return true }
    let elapsed = situation.question.now.moment.milliseconds - lastShown.milliseconds
    let passed = elapsed >= period
    witness.record(
      Comparison(
        "time since last shown", found: LengthOfTime.words(elapsed),
        wanted: "at least \(LengthOfTime.words(period))",
        passed: passed, key: period == rule.displayPeriod ? "/displayPeriodInHours" : "/deadline/reminders",
        basis: .showing, numbers: .milliseconds(found: elapsed, wanted: period)))
    return passed
  }

  static func isSet(in rule: Rule) -> Bool {
    rule.displayPeriod > 0 || rule.mayRise && rule.pacing.deadline?.reminders.isEmpty == false
  }

  static func inputs(of rule: Rule) -> [Input] {
    rule.kind.isBlocking || !isSet(in: rule)
      ? [] : [.time, .trigger, .record(rule.id), .term(rule.id, "/displayPeriodInHours")]
  }

  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    guard rule.displayPeriod > 0, let lastShown = state.records[rule.id]?.lastShown else { return [] }
    let (end, overflow) = lastShown.milliseconds.addingReportingOverflow(rule.displayPeriod)
    return overflow ? [] : [Timestamp(milliseconds: end)]
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    let now = question.now.moment
    guard isSet(in: rule) else { return [] }
    guard wanted else { return [.lastShown(rule.id, now)] }
    let period = period(of: rule, for: question, in: state)
    let (due, overflow) = now.milliseconds.subtractingReportingOverflow(period)
    let moment = Timestamp(milliseconds: due)
    let canChange = state.records[rule.id] != nil && !overflow && Timestamp.range.contains(moment)
    let edits = period == rule.displayPeriod ? edits(of: rule, at: now, in: state) : []
    return (canChange ? [.lastShown(rule.id, moment)] : []) + edits
  }

  /// The period that counts now: the rule's own, or the period of a reminder before its deadline.
  private static func period(of rule: Rule, for question: Question, in state: InstallationState) -> Int64 {
    guard let deadline = rule.pacing.deadline else { return rule.displayPeriod }
    let records = state.records
    // A rule that its change makes a force has no period.
    let standing = rule.standing(records, records.index(of: rule.id), forcedBy: nil, at: question.now)
    return standing.deadline?.period(of: deadline, at: question.now.moment) ?? rule.displayPeriod
  }

  /// The longest period in whole hours that has passed.
  private static func edits(of rule: Rule, at now: Timestamp, in state: InstallationState) -> [Change] {
    guard let lastShown = state.records[rule.id]?.lastShown else { return [] }
    let elapsed = now.milliseconds - lastShown.milliseconds
    return [.edited(rule.id, .displayPeriod(hours: max(0, elapsed / LengthOfTime.hour)))]
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    isSet(in: rule) && !rule.kind.isBlocking ? Gap(words: "whenever the first is due") : nil
  }

  static var documentKeys: [String] { ["displayPeriodInHours"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.displayPeriod == 0 ? [] : [("/displayPeriodInHours", LengthOfTime.words(rule.displayPeriod))]
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is not due yet: not enough time since the last showing (\(comparison.found.shown) of "
      + "\(comparison.numbers?.wantedWords ?? LengthOfTime.words(rule.displayPeriod)))"
  }

  static var shortFailure: String { "too soon" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "Too little time has passed since the rule was last shown.",
      when: "`displayPeriodInHours` have not passed on the device's clock.",
      fix: "Wait: `herald why` says until when.")
  }
}
