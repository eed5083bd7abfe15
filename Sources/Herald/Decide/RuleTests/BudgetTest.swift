/// All prompts together, and the prompts of a group together, are shown only so often within a span of time.
///
/// Prompts that nothing holds back fill a budget too.
enum BudgetTest: RepetitionTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, let attention = situation.attention, !situation.isLifted else { return true }
    if W.isListening {
      for limit in limits(of: rule, in: situation.records) {
        witness.record(comparison(limit, at: situation.question.now.moment))
      }
    }
    return !attention.isBudgetFull(for: rule)
  }

  private static func comparison(_ limit: Limit, at now: Timestamp) -> Comparison {
    let (cap, shown) = (limit.cap, limit.shown(at: now))
    return Comparison(
      "showings of \(limit.prompts) in the last \(LengthOfTime.words(cap.period))", found: String(shown),
      wanted: "fewer than \(cap.count)", passed: shown < cap.count, rootKey: limit.key, basis: .showing,
      numbers: .count(found: shown, wanted: cap.count),
      showings: limit.entries.flatMap { $0.record.showings(filling: cap, at: now) }.sorted(), span: cap.period,
      filling: limit.entries.compactMap { entry in
        let count = entry.record.showings(within: cap.period, of: now)
        return count > 0 ? Comparison.Filling(rule: entry.rule, count: count) : nil
      })
  }

  /// A limit of a budget, with the records whose showings fill it.
  private struct Limit {
    let prompts: String
    /// Its JSON pointer in the document.
    let key: String
    let cap: FrequencyCap
    let entries: [ShowingRecords.Entry]

    func shown(at now: Timestamp) -> Int { cap.filling(entries.map(\.record), at: now) }
  }

  private static func budgets(of rule: Rule) -> [Budget] { rule.pacing.attention?.budgets(of: rule) ?? [] }

  private static func limits(of rule: Rule, in records: ShowingRecords) -> [Limit] {
    budgets(of: rule).flatMap { budget in
      let entries = records.entries.filter { budget.counts($0.rule) }
      return budget.caps.enumerated().map { index, cap in
        Limit(prompts: budget.prompts, key: "\(budget.key)/\(index)", cap: cap, entries: entries)
      }
    }
  }

  static func isSet(in rule: Rule) -> Bool { !budgets(of: rule).isEmpty }
  static func isAsked(by rule: Rule) -> Bool { isSet(in: rule) && !rule.kind.isBlocking }

  static func inputs(of rule: Rule) -> [Input] {
    guard isAsked(by: rule) else { return [] }
    return [.time, .trigger] + budgets(of: rule).flatMap { ($0.rules ?? []).sorted() }.map { .record($0) }
  }

  /// The records of all rules that were shown, because any of them may fill the budget.
  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input] {
    inputs(of: rule) + state.records.entries.map { .record($0.rule) }
  }

  /// The moments at which a showing leaves a cap.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    limits(of: rule, in: state.records).flatMap { limit in
      limit.entries.flatMap { $0.record.ends(after: limit.cap.period) }
    }
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted else { return [] }
    let now = question.now.moment
    let records = state.records.entries.map { (rule: $0.rule, record: $0.record) }
    return FrequencyCap.fewerShowings(
      limits(of: rule, in: state.records).map { ($0.cap, $0.shown(at: now)) }, of: records, at: now)
  }

  /// A budget that holds the first back holds the later back too, unless that rule is exempt or not in the group.
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    let budgets = budgets(of: rule)
    if rule.kind.isBlocking || budgets.isEmpty { return nil }
    let isAlone = budgets.contains { $0.group.map { !later.pacing.groups.contains($0) } ?? false }
    if isAlone { return Gap(words: "until the first's group was shown often enough for now") }
    return later.mayPassSharedLimits ? Gap(words: "once the limits for all prompts hold the first back") : nil
  }

  static var documentKeys: [String] { ["groups"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    guard !rule.pacing.groups.isEmpty else { return [] }
    let groups = rule.pacing.groups.map { group in
      let caps = (rule.pacing.attention?.groups[group] ?? []).map(\.words).joined(separator: ", ")
      return "\(group) (\(caps.isEmpty ? "no limit" : caps))"
    }
    return [("/groups", groups.joined(separator: ", "))]
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "waits for the budget: \(comparison.subject.shown): \(comparison.found.shown), and another needs \(comparison.wanted)"
  }

  static var shortFailure: String { "budget used up" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The user saw as many prompts as the policy allows in a span of time.",
      when: "One of the root's `frequencyCaps`, or of a group of the rule, is full. Every prompt fills it, forces too.",
      fix: "Wait: `herald why` says until when. `herald audit --budget` shows who saw how many.")
  }
}
