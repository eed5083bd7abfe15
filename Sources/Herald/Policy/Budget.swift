/// Limits on the showings of several rules together.
package struct Budget: Sendable {
  /// The group whose rules share the limits; nil for all prompts.
  package let group: ExactString?
  /// The limits.
  package let caps: [FrequencyCap]
  /// The ids of the rules whose showings count; nil for all, including rules that the policy no longer has.
  package let rules: Set<ExactString>?

  /// The limited prompts in words, such as `the group news`.
  package var prompts: String { group.map { "the group \($0)" } ?? "all prompts" }

  /// True if a rule's showings count.
  package func counts(_ rule: ExactString) -> Bool { rules?.contains(rule) ?? true }
}

extension Attention {
  /// The budgets that limit a rule: the budget of all prompts, then the budgets of its groups. Each has at least one
  /// limit.
  package func budgets(of rule: Rule?) -> [Budget] {
    let all = caps.isEmpty ? [] : [Budget(group: nil, caps: caps, rules: nil)]
    return all + (rule?.manners.groups ?? []).compactMap { groupBudgets[$0] }
  }
}
