/// All prompts together, and those of a group, are shown only so often within a span of time.
///
/// Prompts that nothing holds back fill a budget too.
enum BudgetTest: RepetitionCheck, RequestedCheck {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, !situation.isManual, let budget = situation.budget else { return true }
    if W.isListening {
      for (prompts, cap, entries) in budgets(of: rule, in: situation.records) {
        witness.record(comparison(prompts, cap, entries, at: situation.question.now.moment))
      }
    }
    return !budget.isFull(for: rule)
  }

  private static func comparison(
    _ prompts: String, _ cap: FrequencyCap, _ entries: [ShowingRecords.Entry], at now: Timestamp
  ) -> Comparison {
    let shown = cap.filling(entries.map(\.record), at: now)
    return Comparison(
      "showings of \(prompts) in the last \(LengthOfTime.words(cap.period))", found: String(shown),
      wanted: "fewer than \(cap.count)", passed: shown < cap.count, basis: .showing,
      numbers: .count(found: shown, wanted: cap.count),
      showings: entries.flatMap { $0.record.showings(filling: cap, at: now) }.sorted())
  }

  /// Each cap that limits the rule, with the prompts that it counts and the records whose showings fill it.
  private static func budgets(
    of rule: Rule, in records: ShowingRecords
  ) -> [(prompts: String, cap: FrequencyCap, entries: [ShowingRecords.Entry])] {
    guard let attention = rule.manners.attention else { return [] }
    let all = attention.caps.map { (prompts: "all prompts", cap: $0, entries: records.entries) }
    return all
      + rule.manners.groups.flatMap { group in
        let members = attention.members[group] ?? []
        let entries = records.entries.filter { members.contains($0.rule) }
        return (attention.groups[group] ?? []).map { (prompts: "the group \(group)", cap: $0, entries: entries) }
      }
  }

  static func isSet(in rule: Rule) -> Bool {
    guard let attention = rule.manners.attention else { return false }
    return !attention.caps.isEmpty || rule.manners.groups.contains { attention.groups[$0]?.isEmpty == false }
  }
  static func isAsked(by rule: Rule) -> Bool { isSet(in: rule) && !rule.kind.isBlocking }

  static func inputs(of rule: Rule) -> [Input] {
    guard isAsked(by: rule) else { return [] }
    let members = rule.manners.groups.flatMap { rule.manners.attention?.members[$0] ?? [] }
    return [.time, .trigger] + members.map { .record($0) }
  }

  /// The records of all rules that were shown, because any of them may fill the budget.
  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input] {
    inputs(of: rule) + state.records.entries.map { .record($0.rule) }
  }

  /// The moments at which a showing leaves a cap.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    budgets(of: rule, in: state.records).flatMap { _, cap, entries in
      entries.flatMap { $0.record.ends(after: cap.period) }
    }
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted else { return [] }
    let now = question.now.moment
    let budgets = budgets(of: rule, in: state.records)
    let records = state.records.entries.map { (rule: $0.rule, record: $0.record) }
    return FrequencyCap.fewerShowings(
      budgets.map { ($0.cap, $0.cap.filling($0.entries.map(\.record), at: now)) }, of: records, at: now)
  }

  /// Nil, because a budget that holds the first back holds the later back too, unless only the first is in its group.
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    let own = Set(rule.manners.groups).subtracting(later.manners.groups)
    let isAlone = own.contains { rule.manners.attention?.groups[$0]?.isEmpty == false }
    return isAlone && !rule.kind.isBlocking ? Gap(words: "until the first's group was shown often enough for now") : nil
  }

  static var documentKeys: [String] { ["groups"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    guard !rule.manners.groups.isEmpty else { return [] }
    let groups = rule.manners.groups.map { group in
      let caps = (rule.manners.attention?.groups[group] ?? []).map(\.words).joined(separator: ", ")
      return "\(group) (\(caps.isEmpty ? "no limit" : caps))"
    }
    return [("/groups", groups.joined(separator: ", "))]
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "waits for the budget: there were \(comparison.found.shown) \(comparison.subject.shown), and there may be "
      + "\(comparison.wanted) before another"
  }

  static var shortFailure: String { "budget used up" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The user saw as many prompts as the policy allows in a span of time.",
      when: "One of the root's `frequencyCaps`, or of a group of the rule, is full. Every prompt fills it, forces too.",
      fix: "Wait: `herald why` says until when. `herald audit --budget` shows who saw how many.")
  }
}
