/// A rule is shown a number of times and no more.
enum CountTest: RepetitionTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, let limit = rule.maxDisplayCount, !situation.isLifted else { return true }
    let shown = situation.shown(countedBy: rule)
    let passed = shown < limit
    witness.record(
      Comparison(
        rule.countedWords, found: String(shown), wanted: "fewer than \(limit)", passed: passed,
        key: "/maxDisplayCount", basis: .showing, numbers: .count(found: shown, wanted: limit)))
    return passed
  }

  static func isSet(in rule: Rule) -> Bool { rule.maxDisplayCount != nil }

  static func inputs(of rule: Rule) -> [Input] {
    rule.kind.isBlocking || rule.maxDisplayCount == nil
      ? [] : [.trigger, .record(rule.id), .term(rule.id, "/maxDisplayCount")]
  }

  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .state }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard let limit = rule.maxDisplayCount else { return [] }
    guard wanted else { return [.timesShown(rule.id, limit)] }
    let shown = state.records[rule.id]?.shown(countedBy: rule) ?? 0
    let isReached = state.records[rule.id] != nil && shown >= limit
    let edit = Change.edited(rule.id, .maxDisplayCount(max(limit, shown) + 1))
    return (limit > 0 && isReached ? [.timesShown(rule.id, limit - 1)] : []) + [edit]
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    guard !rule.kind.isBlocking, let limit = rule.maxDisplayCount else { return nil }
    return Gap(words: limit == 0 ? "where the user asks for updates" : "until the first was shown often enough")
  }

  static var documentKeys: [String] { ["maxDisplayCount"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.maxDisplayCount.map { [("/maxDisplayCount", String($0))] } ?? []
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let often = "was shown as often as it may be"
    let version =
      rule.pacing.countsTarget ? rule.target.map { " for \($0.string.shown), by a house rule of the app" } : nil
    return "\(often)\(version ?? ""): \(comparison.found.shown) of \(rule.maxDisplayCount ?? 0)"
  }

  static var shortFailure: String { "shown often enough" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule was shown as often as it may be.",
      when: "The showings have reached `maxDisplayCount`.",
      fix: "Raise `maxDisplayCount`, or give the rule another id, which counts from 0.")
  }
}

extension Rule {
  /// The name of the counted value.
  fileprivate var countedWords: String {
    guard pacing.countsTarget, let target else { return "times shown" }
    return "times shown for \(target)"
  }
}
