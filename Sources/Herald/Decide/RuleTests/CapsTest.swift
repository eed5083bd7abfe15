/// A rule is shown only so often within a span of time.
enum CapsTest: RepetitionTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, situation.shown > 0, !situation.isLifted else { return true }
    var passed = true
    for (index, cap) in rule.pacing.caps.enumerated() {
      let shown = situation.showings(within: cap.period)
      witness.record(
        Comparison(
          "showings in the last \(LengthOfTime.words(cap.period))", found: String(shown),
          wanted: "fewer than \(cap.count)", passed: shown < cap.count, key: "/frequencyCaps/\(index)",
          basis: .showing, numbers: .count(found: shown, wanted: cap.count),
          showings: situation.records[rule.id]?.showings(filling: cap, at: situation.question.now.moment) ?? [],
          span: cap.period, filling: shown > 0 ? [Comparison.Filling(rule: rule.id, count: shown)] : []))
      passed = passed && shown < cap.count
    }
    return passed
  }

  static func isSet(in rule: Rule) -> Bool { !rule.pacing.caps.isEmpty }
  static func isAsked(by rule: Rule) -> Bool { isSet(in: rule) && !rule.kind.isBlocking }

  static func inputs(of rule: Rule) -> [Input] { isAsked(by: rule) ? [.time, .trigger, .record(rule.id)] : [] }

  /// The moments at which a showing leaves a cap.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    guard let record = state.records[rule.id] else { return [] }
    return rule.pacing.caps.flatMap { record.ends(after: $0.period) }
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted, let record = state.records[rule.id] else { return [] }
    return FrequencyCap.fewerShowings(
      rule.pacing.caps.map { ($0, $0.filling([record], at: question.now.moment)) }, of: [(rule.id, record)],
      at: question.now.moment)
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    isAsked(by: rule) ? Gap(words: "until the first was shown often enough for now") : nil
  }

  static var documentKeys: [String] { ["frequencyCaps"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.pacing.caps.enumerated().map { ("/frequencyCaps/\($0)", $1.words) }
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "has \(comparison.found.shown) \(comparison.subject), and may have \(comparison.wanted) before another"
  }

  static var shortFailure: String { "shown often enough for now" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule was shown as often as it may be in a span of time.",
      when: "One of its `frequencyCaps` is full: each showing fills it until it is as old as `periodInHours`.",
      fix: "Wait: `herald why` says until when. Raise `cap`, or shorten `periodInHours`.")
  }
}

extension FrequencyCap {
  /// For each rule that fills caps, the number of its last showings that would have to be missing for none to be full.
  ///
  /// - Parameter filled: the caps, each with the showings that fill it.
  static func fewerShowings(
    _ filled: [(cap: FrequencyCap, showings: Int)], of records: [(rule: ExactString, record: ShowingRecord)],
    at now: Timestamp
  ) -> [Change] {
    let full = filled.filter { $0.showings >= $0.cap.count }
    guard let most = full.map({ $0.showings - $0.cap.count + 1 }).max() else { return [] }
    return records.compactMap { rule, record in
      full.allSatisfy { record.showings(within: $0.cap.period, of: now) >= most } ? .fewerShowings(rule, most) : nil
    }
  }
}
