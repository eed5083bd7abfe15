/// The target has been released for some days, so that a bad release is withdrawn before many are asked.
enum AgeTest: OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard let age = rule.pacing.releasedFor, isAsked(by: rule), !situation.isLifted else { return true }
    guard let released = rule.releasedAt else {
      witness.record(
        Comparison(
          "time since release", found: nil, wanted: "at least \(LengthOfTime.words(age))", passed: false,
          key: "/releasedForDays", basis: .question))
      return false
    }
    let elapsed = released.distance(to: situation.question.now)
    let passed = elapsed >= age
    witness.record(
      Comparison(
        "time since release", found: LengthOfTime.words(elapsed), wanted: "at least \(LengthOfTime.words(age))",
        passed: passed, key: "/releasedForDays", basis: .question,
        numbers: .milliseconds(found: elapsed, wanted: age)))
    return passed
  }

  /// A release whose date cannot be read is of no age.
  static func isAsked(by rule: Rule) -> Bool {
    rule.pacing.releasedFor != nil && (rule.releasedAt != nil || rule.pacing.isReleaseUnread)
  }

  static func inputs(of rule: Rule) -> [Input] {
    isAsked(by: rule) ? [.time, .trigger, .term(rule.id, "/releasedForDays")] : []
  }
  static var asksDeviceAlone: Bool { false }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    guard let age = rule.pacing.releasedFor, let released = rule.releasedAt else { return [] }
    return [released.moment(offsetMinutes: question.now.offsetMinutes).adding(age)].compactMap(\.self)
  }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  /// The longest age in whole days that has passed.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted, isAsked(by: rule), let released = rule.releasedAt else { return [] }
    let days = released.distance(to: question.now) / LengthOfTime.day
    return [.edited(rule.id, .releasedFor(days: days >= 0 && released.distance(to: question.now) >= 0 ? days : nil))]
  }
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    isAsked(by: rule) ? Gap(words: "once the first has been released for long enough") : nil
  }

  static var documentKeys: [String] { ["releasedAt", "releasedForDays"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.pacing.releasedFor.map { [("/releasedForDays", LengthOfTime.words($0))] } ?? []
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is held back until its release is \(LengthOfTime.words(rule.pacing.releasedFor ?? 0)) old, and "
      + (rule.releasedAt == nil ? "its date cannot be read" : "it was \(comparison.found.shown) old")
  }

  static var shortFailure: String { "released too recently" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The version has not been released for long enough.",
      when: "`releasedForDays` have not passed since `releasedAt`, each of 24 hours.",
      fix: "Wait: `herald why` says until when. A manual check shows it at once.")
  }
}
