/// A rule is shown from one date until another, both inclusive.
enum WindowTest: RuleTestDefinition {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    let now = situation.question.now
    var passed = true
    if let start = rule.displayAfter {
      let isOpen = start.distance(to: now) >= 0
      witness.record(
        Comparison(
          start.clockName, found: start.reading(of: now), wanted: "from \(start.text)",
          passed: isOpen, key: "/displayAfterDate", basis: .question))
      passed = isOpen
    }
    if let end = rule.displayBefore {
      let isOpen = end.distance(to: now) <= 0
      witness.record(
        Comparison(
          end.clockName, found: end.reading(of: now), wanted: "until \(end.text)",
          passed: isOpen, key: "/displayBeforeDate", basis: .question))
      passed = passed && isOpen
    }
    return passed
  }

  static func inputs(of rule: Rule) -> [Input] {
    let keys = terms(of: rule).map(\.key)
    return keys.isEmpty ? [] : [.time] + keys.map { .term(rule.id, $0) }
  }
  static var asksDeviceAlone: Bool { false }

  /// The first moment of the window, and the first millisecond after it.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    let offset = question.now.offsetMinutes
    let end = rule.displayBefore?.moment(offsetMinutes: offset)
    return [
      rule.displayAfter?.moment(offsetMinutes: offset), end.map { Timestamp(milliseconds: $0.milliseconds + 1) },
    ].compactMap(\.self)
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted else { return [] }
    let now = question.now.moment
    return (rule.displayAfter == nil ? [] : [.edited(rule.id, .displayAfter(now))])
      + (rule.displayBefore == nil ? [] : [.edited(rule.id, .displayBefore(now))])
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    WindowOrder.covers(rule, later) ? nil : Gap(words: "for as long as the first's window is open")
  }

  static var documentKeys: [String] { ["displayAfterDate", "displayBeforeDate"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    (rule.displayAfter.map { [("/displayAfterDate", $0.text)] } ?? [])
      + (rule.displayBefore.map { [("/displayBeforeDate", $0.text)] } ?? [])
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    comparison.key == "/displayAfterDate"
      ? "is not shown before \(rule.displayAfter?.beginning ?? ""), and it was \(comparison.found.shown)"
      : "is not shown after \(rule.displayBefore?.beginning ?? ""), and it was \(comparison.found.shown)"
  }

  static var shortFailure: String { "outside its dates" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule's time has not come or is over.",
      when: "Now is before `displayAfterDate` or after `displayBeforeDate`.",
      fix: "Wait, or move the dates; one without an offset is on the device's own clock.")
  }
}

extension WindowDate {
  /// The date's text, with the hour at which a date alone begins.
  fileprivate var beginning: String {
    let isDateAlone = text.trimmed.utf8.count == "yyyy-MM-dd".utf8.count
    return text.shown + (isDateAlone ? " 00:00" : "")
  }

  /// The name of the clock that the date is compared with.
  fileprivate var clockName: String { isInstant ? "time" : "time on the device's clock" }

  /// A device's time as that clock shows it.
  fileprivate func reading(of time: DeviceTime) -> String {
    guard !isInstant else { return time.moment.description }
    return String(Timestamp(milliseconds: time.wallClock).description.dropLast())
  }
}
