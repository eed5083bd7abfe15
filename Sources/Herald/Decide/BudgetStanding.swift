/// The limits of a policy's attention that are full at a moment, counted once for all rules of a decision.
struct BudgetStanding {
  /// Whether a limit of all prompts is full.
  private let isFull: Bool
  /// The groups with a full limit.
  private let fullGroups: [ExactString]

  /// Nil for a policy without limits.
  init?(_ attention: Attention, _ records: ShowingRecords, at now: Timestamp) {
    guard !attention.caps.isEmpty || !attention.groups.isEmpty else { return nil }
    isFull = attention.caps.contains { records.fill($0, at: now) { _ in true } }
    fullGroups = attention.groups.compactMap { group, caps in
      let members = attention.members[group] ?? []
      return caps.contains { records.fill($0, at: now) { members.contains($0) } } ? group : nil
    }
  }

  /// Whether a limit that the rule shares is full.
  func isFull(for rule: Rule) -> Bool {
    isFull || !fullGroups.isEmpty && rule.manners.groups.contains { fullGroups.contains($0) }
  }
}

extension ShowingRecords {
  /// Whether the showings of some rules fill a limit.
  @inline(__always)
  fileprivate func fill(_ cap: FrequencyCap, at now: Timestamp, of isMember: (ExactString) -> Bool) -> Bool {
    var shown = 0
    for index in entries.indices {
      let showings = entries[index].record.showings(within: cap.period, of: now)
      if showings > 0, isMember(entries[index].rule) { shown += showings }
    }
    return shown >= cap.count
  }
}
