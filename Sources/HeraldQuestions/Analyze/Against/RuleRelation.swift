import Herald

/// The relation of two rules with one history: whose own limits are open, and which is due, only where the other is.
///
/// Limits that they share with other rules are a ``BudgetRelation``'s.
struct RuleRelation {
  /// The kind that both have in their documents.
  private let kind: PromptKind
  /// True if the own limits of the later rule are open only where the earlier rule's are.
  private let isStricter: Bool
  /// True if the own limits of the earlier rule are open only where the later rule's are.
  private let isLooser: Bool
  /// True if the later rule is due only where the earlier one is.
  private let isDueLater: Bool
  /// True if the earlier rule is due only where the later one is.
  private let isDueSooner: Bool

  /// Compares two rules; nil for two that count the same prompts and answers differently, which have no common history.
  init?(_ before: Rule, _ after: Rule) {
    // Each document names one target for all its showings, so that counts for a target are alike whatever it is.
    guard before.kind == after.kind, before.isSkippable == after.isSkippable, before.critical == nil,
      after.critical == nil
    else { return nil }
    let (own, others) = (before.pacing, after.pacing)
    guard own.countsTarget == others.countsTarget, own.forceUpdateTypes == others.forceUpdateTypes,
      own.isReleaseOfAuthor == others.isReleaseOfAuthor,
      own.isReleaseOfAuthor || own.releasedFor == others.releasedFor && before.releasedAt == after.releasedAt
    else { return nil }
    kind = before.kind
    isStricter = after.limitsImply(before)
    isLooser = before.limitsImply(after)
    isDueLater = after.isDueOnlyWith(before)
    isDueSooner = before.isDueOnlyWith(after)
  }

  /// True if a history may let both rules be shown as two kinds at one question; nil stands for not at all.
  ///
  /// - Parameters:
  ///   - kinds: the kinds as which the earlier rule is shown at the question unless its own limits or its deadline
  ///     keep it from that.
  ///   - others: the same of the later rule.
  func allows(
    _ before: PromptKind?, of kinds: [PromptKind], beside after: PromptKind?, of others: [PromptKind]
  ) -> Bool {
    switch (before.map { $0 == kind }, after.map { $0 == kind }) {
    case (false?, true?): return !isDueSooner
    case (true?, false?): return !isDueLater
    case (false?, nil): return !(isDueSooner && others.contains { $0 != kind })
    case (nil, false?): return !(isDueLater && kinds.contains { $0 != kind })
    // Where a rule's own kind passes, its risen kind does, so that a rule that is due is shown.
    case (nil, true?): return !(isStricter && kinds.contains(kind))
    case (true?, nil): return !(isLooser && others.contains(kind))
    case (nil, nil), (true?, true?), (false?, false?): return true
    }
  }
}

// MARK: - Limits

extension FrequencyCap {
  /// True if another cap on the same showings is open wherever this one is.
  func implies(_ other: FrequencyCap) -> Bool { count <= other.count && period >= other.period }
}

extension Rule {
  /// True if another rule's own limits are open wherever this rule's are, after any history of both.
  fileprivate func limitsImply(_ other: Rule) -> Bool {
    if let most = other.maxDisplayCount {
      guard let own = maxDisplayCount, own <= most else { return false }
    }
    let shortest = FrequencyCap(count: 1, period: periods.min() ?? 0)
    let own = pacing.caps + [shortest]
    let period = FrequencyCap(count: 1, period: other.displayPeriod)
    let isPeriodImplied = other.reminders.isEmpty && own.contains { $0.implies(period) }
    return (isPeriodImplied || isPeriodAsLong(as: other))
      && other.pacing.caps.allSatisfy { cap in own.contains { $0.implies(cap) } }
  }

  /// The reminders that count down to a moment.
  private var reminders: [Deadline.Reminder] {
    guard let deadline = pacing.deadline, deadline.at != nil || deadline.afterFirstShown != nil else { return [] }
    return deadline.reminders
  }

  /// The periods that count at some time.
  private var periods: [Int64] { [displayPeriod] + reminders.map(\.period) }

  /// True if the rule's period is at least as long as another rule's, at every distance from the deadline.
  private func isPeriodAsLong(as other: Rule) -> Bool {
    guard !reminders.isEmpty, !other.reminders.isEmpty else {
      return (periods.min() ?? 0) >= (other.periods.max() ?? 0)
    }
    guard let deadline = pacing.deadline, let second = other.pacing.deadline, deadline.hasMoment(of: second) else {
      return false
    }
    let distances = (reminders + other.reminders).map { Optional($0.within) } + [nil]
    return distances.allSatisfy { period(at: $0) >= other.period(at: $0) }
  }

  /// The period that counts at a distance from the deadline, and up to the next reminder; far from it for nil.
  private func period(at distance: Int64?) -> Int64 {
    guard let distance else { return displayPeriod }
    return reminders.filter { distance <= $0.within }.map(\.period).min() ?? displayPeriod
  }
}

// MARK: - Deadlines

extension Deadline {
  /// True if reminders count down to the moment of another deadline.
  fileprivate func hasMoment(of other: Deadline) -> Bool {
    at?.milliseconds == other.at?.milliseconds && at?.isInstant == other.at?.isInstant
      && afterFirstShown == other.afterFirstShown && (at == nil || grace == other.grace)
  }
}

extension Rule {
  /// True if another rule is due wherever this one is, after any history of both.
  fileprivate func isDueOnlyWith(_ other: Rule) -> Bool {
    guard let deadline = pacing.deadline else { return true }
    guard let second = other.pacing.deadline, deadline.becomes == second.becomes else { return false }
    return isDueByDateOnly(deadline, with: second) && isDueByAgeOnly(deadline, with: second)
      && isDueByDeferralsOnly(deadline, with: second, of: other)
  }

  private func isDueByDateOnly(_ deadline: Deadline, with other: Deadline) -> Bool {
    guard let at = deadline.at else { return true }
    // A grace begins with the first prompt, as an age does.
    if let grace = deadline.grace, let age = other.afterFirstShown, age <= grace { return true }
    guard let second = other.at, second.isInstant == at.isInstant, second.milliseconds <= at.milliseconds else {
      return false
    }
    guard let grace = other.grace else { return true }
    return deadline.grace.map { $0 >= grace } ?? false
  }

  private func isDueByAgeOnly(_ deadline: Deadline, with other: Deadline) -> Bool {
    guard let age = deadline.afterFirstShown else { return true }
    return other.afterFirstShown.map { $0 <= age } ?? false
  }

  private func isDueByDeferralsOnly(_ deadline: Deadline, with other: Deadline, of rule: Rule) -> Bool {
    guard let most = deadline.deferrals else { return true }
    return other.deferrals.map { $0 <= most && rule.restAfterDeferral <= restAfterDeferral } ?? false
  }

  /// The time that passes between the last deferral and the forced prompt.
  private var restAfterDeferral: Int64 { max(LengthOfTime.hour, displayPeriod) }
}
