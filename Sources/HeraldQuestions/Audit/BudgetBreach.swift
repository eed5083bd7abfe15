package import Herald

/// A showing with which a user saw more prompts than a budget of the policy in force allows.
package struct BudgetBreach: Sendable {
  /// The showing, its revision and its time.
  package let showing: PromptShown
  package let revision: Int
  package let time: DeviceTime
  /// The limit.
  package let cap: FrequencyCap
  /// The group whose limit it is; nil for the limit of all prompts.
  package let group: ExactString?
  /// The showings within the limit's span, with this one.
  package let shown: Int

  /// True if nothing holds the showing back: a force, an exit or a push, or a prompt that the user asked for.
  ///
  /// - Parameter trigger: the trigger of the decision that the showing follows; nil where none was made.
  package func isByRight(askedBy trigger: Trigger?) -> Bool { showing.kind.isBlocking || trigger == .manual }

  /// The budgets that are full already at a showing.
  ///
  /// - Parameters:
  ///   - fact: the showing.
  ///   - state: the state before the showing, because a record keeps no more showings than the largest limit counts.
  package static func of(_ fact: Fact, before state: InstallationState) -> [BudgetBreach] {
    guard case .promptShown(let showing) = fact.data, let policy = state.policy, let attention = policy.attention
    else { return [] }
    return attention.budgets(of: policy.rule(showing.rule)).flatMap { budget -> [BudgetBreach] in
      let records = state.records.entries.filter { budget.counts($0.rule) }.map(\.record)
      return budget.caps.compactMap { cap in
        let shown = cap.filling(records, at: fact.time.moment)
        guard shown >= cap.count else { return nil }
        return BudgetBreach(
          showing: showing, revision: fact.revision, time: fact.time, cap: cap, group: budget.group, shown: shown + 1)
      }
    }
  }
}
