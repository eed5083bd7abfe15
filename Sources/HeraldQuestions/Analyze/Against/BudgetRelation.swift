import Herald

/// The relation of one limit for several rules together in two documents.
///
/// Until their prompts part, both documents have shown prompts at the same moments. So a limit for all prompts counts
/// the same in both. A limit for a group does where its rules are matched.
struct BudgetRelation {
  /// The limits that are open at a question.
  struct Choice: Hashable {
    let before: Bool
    let after: Bool
  }

  /// The group; nil for all prompts.
  let group: ExactString?
  /// The choices that some history brings.
  let choices: [Choice]

  private init(_ group: ExactString?, _ before: Budget?, _ after: Budget?, countAlike: Bool) {
    self.group = group
    let isStricter = countAlike && Self.isOpen(before, whereverIsOpen: after)
    let isLooser = countAlike && Self.isOpen(after, whereverIsOpen: before)
    let all = [true, false].flatMap { first in [true, false].map { Choice(before: first, after: $0) } }
    choices = all.filter { choice in
      if choice.before, !choice.after { return !isLooser && after != nil }
      if choice.after, !choice.before { return !isStricter && before != nil }
      return choice.before || before != nil && after != nil
    }
  }

  /// The limits that some rules of both documents share.
  static func all(_ before: [Rule], _ after: [Rule], groupsCountAlike: Bool) -> [BudgetRelation] {
    let own = budgets(of: before)
    let others = budgets(of: after)
    let names = Set(own.map(\.group) + others.map(\.group))
    return names.map { name in
      BudgetRelation(
        name, own.first { $0.group == name }, others.first { $0.group == name },
        countAlike: name == nil || groupsCountAlike)
    }
  }

  private static func budgets(of rules: [Rule]) -> [Budget] {
    rules.flatMap { $0.pacing.attention?.budgets(of: $0) ?? [] }
  }

  /// True if a budget is open after each history after which another one is. A missing one always is.
  private static func isOpen(_ budget: Budget?, whereverIsOpen other: Budget?) -> Bool {
    guard let budget else { return true }
    guard let other else { return false }
    let countsAll = budget.rules.map { own in other.rules.map { own.isSubset(of: $0) } ?? true } ?? (other.rules == nil)
    return countsAll && budget.caps.allSatisfy { cap in other.caps.contains { $0.implies(cap) } }
  }
}
