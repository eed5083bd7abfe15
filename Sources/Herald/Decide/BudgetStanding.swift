/// The limits of a policy's attention that are full at a moment, counted once for all rules of a decision.
struct BudgetStanding {
  /// Whether a limit of all prompts is full.
  private let isFull: Bool
  /// The groups with a full limit.
  private let fullGroups: [ExactString]

  /// Nil for a policy without limits.
  init?(_ attention: Attention, _ records: borrowing ShowingRecords, at now: Timestamp) {
    guard !attention.caps.isEmpty || !attention.groupBudgets.isEmpty else { return nil }
    isFull = attention.caps.contains { records.fill($0, at: now) }
    var fullGroups: [ExactString] = []
    for (group, budget) in attention.groupBudgets where records.fill(budget, at: now) { fullGroups.append(group) }
    self.fullGroups = fullGroups
  }

  /// Whether a limit that the rule shares is full.
  func isFull(for rule: Rule) -> Bool {
    isFull || !fullGroups.isEmpty && rule.manners.groups.contains { fullGroups.contains($0) }
  }
}

extension ShowingRecords {
  /// Whether the showings of a group's rules fill one of its limits.
  fileprivate func fill(_ budget: Budget, at now: Timestamp) -> Bool {
    // Those of all rules first: they are seldom enough, and asking for each rule whether it counts takes longer.
    budget.caps.contains { fill($0, at: now) && fill($0, at: now, where: budget.counts) }
  }

  /// Whether the showings of some rules fill a limit.
  @inline(__always)
  private func fill(_ cap: FrequencyCap, at now: Timestamp, where isCounted: (ExactString) -> Bool) -> Bool {
    var shown = 0
    for index in entries.indices {
      let showings = entries[index].record.showings(within: cap.period, of: now)
      if showings > 0, isCounted(entries[index].rule) { shown += showings }
    }
    return shown >= cap.count
  }

  /// Whether the showings of all rules fill a limit.
  fileprivate func fill(_ cap: FrequencyCap, at now: Timestamp) -> Bool { fill(cap, at: now) { _ in true } }
}
