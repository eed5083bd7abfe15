/// The state of a policy's shared limits and holdout for an installation at a moment, computed once for all rules of a
/// decision.
///
/// A class, because most policies set neither, and the situation that holds it is copied for each rule.
final class CapUsage {
  /// The installation's draw for the holdout; nil where no rule takes part in one.
  let holdoutDraw: Int?
  /// True if a limit on all prompts is full.
  private let isFull: Bool
  /// The groups with a full limit.
  private let fullGroups: [ExactString]

  /// Nil for a policy without limits and holdout.
  convenience init?(
    _ attention: Attention, _ question: borrowing Question, in state: borrowing InstallationState,
    _ verdicts: DeviceVerdicts
  ) {
    let draw = verdicts.prepared.holdout?.draw.number(of: question.source, unless: state.draws)
    guard draw != nil || !attention.caps.isEmpty || !attention.groupBudgets.isEmpty else { return nil }
    self.init(attention, state.records, at: question.now.moment, holdoutDraw: draw)
  }

  private init(_ attention: Attention, _ records: borrowing ShowingRecords, at now: Timestamp, holdoutDraw: Int?) {
    self.holdoutDraw = holdoutDraw
    isFull = attention.caps.contains { records.fill($0, at: now) }
    var fullGroups: [ExactString] = []
    for (group, budget) in attention.groupBudgets where records.fill(budget, at: now) { fullGroups.append(group) }
    self.fullGroups = fullGroups
  }

  /// True if a limit that the rule shares with others is full.
  func isBudgetFull(for rule: Rule) -> Bool {
    isFull || !fullGroups.isEmpty && rule.pacing.groups.contains { fullGroups.contains($0) }
  }
}

extension ShowingRecords {
  /// True if the showings of a group's rules fill one of its limits.
  fileprivate func fill(_ budget: Budget, at now: Timestamp) -> Bool {
    // The showings of all rules first: they are seldom enough, and checking for each rule whether it counts takes
    // longer.
    budget.caps.contains { fill($0, at: now) && fill($0, at: now, where: budget.counts) }
  }

  /// True if the showings of the rules that count fill a limit.
  private func fill(_ cap: FrequencyCap, at now: Timestamp, where isCounted: (ExactString) -> Bool) -> Bool {
    var shown = 0
    for index in entries.indices {
      let showings = entries[index].record.showings(within: cap.period, of: now)
      if showings > 0, isCounted(entries[index].rule) { shown += showings }
    }
    return shown >= cap.count
  }

  /// True if the showings of all rules fill a limit.
  fileprivate func fill(_ cap: FrequencyCap, at now: Timestamp) -> Bool { fill(cap, at: now) { _ in true } }
}
