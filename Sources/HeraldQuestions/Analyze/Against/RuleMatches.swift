import Herald

/// The rules of two documents whose limits are alike, so that after the same prompts both pass or both fail.
struct RuleMatches {
  /// The index in the later document by that in the earlier one.
  private(set) var after: [Int: Int] = [:]
  private let before: Policy
  private let later: Policy

  init(_ before: Policy, _ later: Policy) {
    (self.before, self.later) = (before, later)
    for (index, rule) in before.rules.enumerated() {
      if let other = later.rules.firstIndex(where: { $0.id == rule.id }), rule.isLimited(like: later.rules[other]) {
        after[index] = other
      }
    }
  }

  /// True if a rule of the earlier document is matched with one of the later document.
  func match(_ rule: Int, _ other: Int) -> Bool { after[rule] == other }

  /// Takes apart rules that may be shown for each other, so that their histories differ from then on.
  ///
  /// - Returns: true if anything was taken apart.
  mutating func separate(_ rule: Int, from other: Int) -> Bool {
    let (own, others) = (before.rules[rule], later.rules[other])
    // A budget for all rules counts every prompt.
    let hasBudgets = [before, later].contains { $0.attention.map { !$0.budgets.isEmpty } ?? false }
    guard own.isLimited || others.isLimited || hasBudgets, !match(rule, other) else { return false }
    let old = after.count
    after = after.filter { first, second in
      if hasBudgets, first != rule, second != other {
        return [before.rules[first], later.rules[second]].allSatisfy { !$0.isBudgeted }
      }
      return first != rule && second != other
    }
    return after.count < old
  }
}

extension Attention {
  /// The limits for all prompts and for groups of them.
  fileprivate var budgets: [[FrequencyCap]] { ([caps] + groups.values).filter { !$0.isEmpty } }
}

extension Rule {
  fileprivate var isBudgeted: Bool { !(pacing.attention?.budgets(of: self) ?? []).isEmpty }

  /// True if all that a history can use up is alike, and counts from the same showings.
  fileprivate func isLimited(like other: Rule) -> Bool {
    guard kind == other.kind, isSkippable == other.isSkippable, maxDisplayCount == other.maxDisplayCount,
      displayPeriod == other.displayPeriod, isSameVersion(targetVersion, other.targetVersion),
      targetVersionCode == other.targetVersionCode, isSameDate(releasedAt, other.releasedAt)
    else { return false }
    let (own, others) = (pacing, other.pacing)
    guard Set(own.caps) == Set(others.caps), own.releasedFor == others.releasedFor,
      own.forceUpdateTypes == others.forceUpdateTypes, own.countsTarget == others.countsTarget,
      own.groups.sorted() == others.groups.sorted(), isSameDeadline(own.deadline, others.deadline)
    else { return false }
    return isSameAttention(own.attention, others.attention)
  }

  private func isSameVersion(_ version: PublishedVersion?, _ other: PublishedVersion?) -> Bool {
    version?.version == other?.version
  }

  private func isSameDate(_ date: WindowDate?, _ other: WindowDate?) -> Bool {
    date?.milliseconds == other?.milliseconds && date?.isInstant == other?.isInstant
  }

  private func isSameDeadline(_ deadline: Deadline?, _ other: Deadline?) -> Bool {
    guard let deadline, let other else { return deadline == nil && other == nil }
    return isSameDate(deadline.at, other.at) && deadline.afterFirstShown == other.afterFirstShown
      && deadline.deferrals == other.deferrals && deadline.grace == other.grace && deadline.becomes == other.becomes
      && Set(deadline.reminders) == Set(other.reminders)
  }

  private func isSameAttention(_ attention: Attention?, _ other: Attention?) -> Bool {
    let (own, others) = (attention?.budgets(of: self) ?? [], other?.budgets(of: self) ?? [])
    func limits(_ budgets: [Budget]) -> [[FrequencyCap]] {
      budgets.map { $0.caps.sorted { ($0.count, $0.period) < ($1.count, $1.period) } }
    }
    let members = [own, others].map { $0.map { $0.rules.map { $0.sorted() } ?? [] } }
    return limits(own) == limits(others) && members[0] == members[1]
  }
}
