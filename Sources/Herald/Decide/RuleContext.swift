/// The input of a rule's tests: the earlier showings, the question, and the verdicts on the device.
///
/// It cannot be copied, because a copy retains all that it holds. The order of the fields leaves little padding between
/// them.
package struct RuleContext: ~Copyable {
  let records: ShowingRecords
  /// The numbers that the last launch brought.
  private let draws: Draws?
  package let question: Question
  package let verdicts: DeviceVerdicts
  /// The expiry of the policy's signature; nil where it never expires.

  let expires: Timestamp?
  /// The rule's kind on this installation at this moment.
  package private(set) var kind = PromptKind.optional
  /// The limits that are full, and the draw for the holdout; nil for a policy without them.
  let attention: CapUsage?
  /// The rule's index in the policy.
  private(set) var ruleIndex = 0
  /// Milliseconds between two showings of the rule, by its deadline's reminders or its own; 0 for none.
  private(set) var period: Int64 = 0
  /// The index of the rule's record; nil for a rule that was never shown.
  private var recordIndex: Int32?

  @inline(__always)
  package init(_ question: consuming Question, in state: borrowing InstallationState, _ verdicts: DeviceVerdicts) {
    records = state.records
    draws = state.draws
    expires = state.expires
    self.verdicts = verdicts
    if let asked = verdicts.prepared.attention {
      attention = CapUsage(asked, question, in: state, verdicts)
    } else {
      attention = nil
    }
    self.question = question
  }

  /// Turns to a rule of the policy.
  @inline(__always)
  package mutating func turn(to rule: Rule, at index: Int) {
    ruleIndex = index
    recordIndex = records.entries.isEmpty ? nil : findRecord(of: rule)
    (kind, period) = (rule.kind, rule.displayPeriod)
    if rule.mayRise { raise(rule) }
  }

  /// Turns to a rule that fails a test of the device before any test reads its record.
  @inline(__always)
  mutating func turn(toUnrecorded rule: Rule, at index: Int) {
    (ruleIndex, recordIndex, kind, period) = (index, nil, rule.kind, rule.displayPeriod)
  }

  private func findRecord(of rule: Rule) -> Int32? {
    // Most rules are first shown in the order of the policy.
    let start = recordIndex.map { $0 + 1 } ?? 0
    return records.index(of: rule.id, from: Int(start)).map { Int32(truncatingIfNeeded: $0) }
  }

  /// In place: a decision of rules with deadlines spent a tenth of its time on copies of the situation. Bench row 7e.
  @inline(never)
  private mutating func raise(_ rule: Rule) {
    let standing = standing(of: rule)
    kind = standing.kind
    if let deadline = rule.pacing.deadline, !deadline.reminders.isEmpty {
      period = standing.deadline?.period(of: deadline, at: question.now.moment) ?? period
    }
  }

  /// The kind of the rule at ``ruleIndex``, and the reason for it.
  @inline(__always)
  func standing(of rule: Rule) -> EffectiveKind {
    rule.standing(
      records, recordIndex.map(Int.init), forcedBy: verdicts.rules[ruleIndex].forcingChange, at: question.now)
  }

  /// The number that the installation draws.
  package func number(of draw: Draw) -> Int { draw.number(of: question.source, unless: draws) }

  /// The index of the installation's variant; nil for a rule without variants.
  package func variantIndex(of rule: Rule) -> Int? { rule.variantIndex(of: question.source, unless: draws) }

  /// The texts that the rule at ``ruleIndex`` shows here, and their variant; nil if it has none.
  func text(of rule: Rule) -> (text: Descriptions.Choice?, variant: ExactString?) {
    let forced = hasRisen(rule) ? verdicts.rules[ruleIndex].forcedText : nil
    guard let index = variantIndex(of: rule) else {
      return (forced ?? verdicts.rules[ruleIndex].text, nil)
    }
    return (forced ?? verdict.variantTexts[index] ?? verdict.text, rule.pacing.variants[index].id)
  }

  /// True if a change of version or a deadline made the rule at ``ruleIndex`` a force or an exit.
  func hasRisen(_ rule: Rule) -> Bool { kind.isBlocking && !rule.kind.isBlocking }

  /// True if the rule at ``ruleIndex`` has a text here, whatever its variants have.
  func hasText(_ rule: Rule) -> Bool {
    let verdict = verdicts.rules[ruleIndex]
    return verdict.text != nil || hasRisen(rule) && verdict.forcedText != nil
  }

  /// True if the rule at ``ruleIndex`` has a text here at some time: now, or as soon as it is a forced one.
  package func hasTextSometime(_ rule: Rule) -> Bool {
    verdict.text != nil || rule.mayRise && verdict.forcedText != nil
  }

  var properties: Properties { Properties(verdicts.profile, segments: verdicts.segments) }
  /// The verdict on the device by the rule at ``ruleIndex``.
  var verdict: RuleVerdict { verdicts.rules[ruleIndex] }

  // One field at a time, because a copy of a record or a verdict retains all that it holds.

  /// Number of times the rule at ``ruleIndex`` was shown.
  var shown: Int { recordIndex.map { records.entries[Int($0)].record.shown } ?? 0 }
  /// Number of times the rule at ``ruleIndex`` was shown, as far as it counts them.
  func shown(countedBy rule: Rule) -> Int {
    recordIndex.map { records.entries[Int($0)].record.shown(countedBy: rule) } ?? 0
  }
  /// The last showing of the rule at ``ruleIndex``; nil before its first showing.
  var lastShown: Timestamp? { recordIndex.flatMap { records.entries[Int($0)].record.lastShown } }
  /// The version of the rule at ``ruleIndex`` that the user chose to skip; nil where there is none.
  var skippedVersion: ExactString? { recordIndex.flatMap { records.entries[Int($0)].record.skippedVersion } }

  /// Number of the last showings of the rule at ``ruleIndex`` that are less than a length of time ago.
  func showings(within period: Int64) -> Int {
    recordIndex.map { records.entries[Int($0)].record.showings(within: period, of: question.now.moment) } ?? 0
  }

  package var hasAnyText: Bool { verdict.text != nil || verdict.variantTexts.contains { $0 != nil } }
  package func wasShownForTarget(_ rule: Rule) -> Bool {
    records[rule.id].map { rule.isSameTarget(as: $0.target) } ?? false
  }
  /// True if the rule at ``ruleIndex`` is critical for the installed version.
  var isCritical: Bool { verdicts.rules[ruleIndex].isCritical }
  /// The page to which the rule at ``ruleIndex`` leads the installed version; nil where it can update by itself.
  var page: ExactString? { verdicts.rules[ruleIndex].page }

  /// True if the user asked for the check.
  var isManual: Bool { question.trigger == .manual }
  /// True if nothing that keeps a prompt back for a time is asked: skips, counts, periods, limits, budgets, ages,
  /// phases, holdouts and quiet hours. Filters, dates, triggers, types of change and a roll-out hold it back all the same.
  ///
  /// Tests ask it last, because few rules have what is lifted.
  var isLifted: Bool { isManual || isCritical }
}
