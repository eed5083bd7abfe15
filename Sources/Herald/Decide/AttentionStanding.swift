/// What a policy's attention means for an installation at a moment, found once for all rules of a decision.
///
/// A class, because most policies ask for nothing of it, and the situation that holds it is copied for each rule.
final class AttentionStanding {
  /// The installation's draw for the holdout; nil where no rule takes part in one.
  let holdoutDraw: Int?
  /// Whether a limit of all prompts is full.
  private let isFull: Bool
  /// The groups with a full limit.
  private let fullGroups: [ExactString]

  /// Nil for a policy without limits and holdout.
  convenience init?(
    _ attention: Attention, _ question: borrowing Question, _ records: borrowing ShowingRecords,
    _ verdicts: DeviceVerdicts
  ) {
    let draw = verdicts.prepared.holdout?.draw.number(of: verdicts.profile, question.source)
    guard draw != nil || !attention.caps.isEmpty || !attention.groupBudgets.isEmpty else { return nil }
    self.init(attention, records, at: question.now.moment, holdoutDraw: draw)
  }

  private init(_ attention: Attention, _ records: borrowing ShowingRecords, at now: Timestamp, holdoutDraw: Int?) {
    self.holdoutDraw = holdoutDraw
    isFull = attention.caps.contains { records.fill($0, at: now) }
    var fullGroups: [ExactString] = []
    for (group, budget) in attention.groupBudgets where records.fill(budget, at: now) { fullGroups.append(group) }
    self.fullGroups = fullGroups
  }

  /// Whether a limit that the rule shares is full.
  func isBudgetFull(for rule: Rule) -> Bool {
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
