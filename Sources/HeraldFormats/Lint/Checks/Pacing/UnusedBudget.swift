import Herald

extension LintCheck {
  static let unusedBudget = LintCheck(
    "unusedBudget", .note, "a budget that the only rule's own limits never fill",
    policy: { linted in
      guard let attention = linted.policy.attention else { return [] }
      let budgets =
        [("/frequencyCaps", attention.caps, linted.rules)]
        + attention.groups.sorted { $0.key < $1.key }.map { name, caps in
          (
            "/groups/\(JSONPointer.token(name.string))/frequencyCaps", caps,
            linted.rules.filter { $0.rule.pacing.groups.contains(name) }
          )
        }
      return budgets.flatMap { pointer, caps, rules -> [LintFinding] in
        guard rules.count == 1, let only = rules.first else { return [] }
        return caps.enumerated().compactMap { index, budget in
          guard let cap = only.rule.pacing.caps.first(where: { $0.count < budget.count && $0.period >= budget.period })
          else { return nil }
          return LintFinding(
            pointer: "\(pointer)/\(index)", what: "The budget of \(budget.words) is never used up.",
            why: "\(only.name) is the only rule under it, and may be shown \(cap.words)",
            fix: "remove the budget, or the rule's own limit")
        }
      }
    })
}
