import Herald

/// The occasion of a decision: why it is asked, and when. Devices and histories are left open.
struct Occasion: Sendable {
  let trigger: Trigger
  /// The operation that the user begins; nil for another trigger.
  let operation: ExactString?
  let time: DeviceTime

  /// The chance that a rule passes its tests on an occasion; the tests of the device are left out.
  enum Chance: Sendable {
    /// It fails one, whatever was shown and drawn before.
    case never
    case sometimes
    /// It passes all, whatever was shown and drawn before.
    case always
  }

  /// The triggers at which something may be shown. A heartbeat never interrupts.
  static func triggers(of rules: [Rule]) -> [(trigger: Trigger, operation: ExactString?)] {
    var operations: [ExactString] = []
    var known: Set<ExactString> = []
    for name in rules.flatMap({ $0.pacing.triggers?.operations ?? [] }) where known.insert(name).inserted {
      operations.append(name)
    }
    var other: ExactString = "operation"
    while known.contains(other) { other = ExactString(other.string + "-2") }
    return [.launch, .login, .schedule, .manual, .foreground].map { ($0, nil) }
      + (operations + [other]).map { (.operation, $0) }
  }

  /// The chance of a rule of a kind.
  ///
  /// - Parameter isOpen: true where the limits and the holdout that the document sets for all rules together are known
  ///   to let optional prompts through.
  func chance(of rule: Rule, as kind: PromptKind, whereDocumentLets isOpen: Bool = false) -> Chance {
    let parts = [
      asks(rule, kind), isOld(rule), share(of: rule), isHeldOut(rule, kind, isOpen), isInWindow(rule),
      isLoud(rule, kind),
      isUnlimited(rule, kind, isOpen), mayHaveRisen(rule, kind),
    ]
    if parts.contains(.never) { return .never }
    return parts.contains(.sometimes) ? .sometimes : .always
  }

  private var isManual: Bool { trigger == .manual }

  private func asks(_ rule: Rule, _ kind: PromptKind) -> Chance {
    guard let own = rule.pacing.triggers, kind == rule.kind else { return Self.sure(kind.triggers.contains(trigger)) }
    let isNamed = trigger == .operation && operation.map(own.operations.contains) ?? false
    return Self.sure(own.triggers.contains(trigger) || isNamed)
  }

  /// Never for the kind that a deadline by date alone makes, before the date. Else a deadline decides nothing here.
  private func mayHaveRisen(_ rule: Rule, _ kind: PromptKind) -> Chance {
    guard kind != rule.kind, rule.pacing.forceUpdateTypes.isEmpty, let deadline = rule.pacing.deadline,
      deadline.afterFirstShown == nil, deadline.deferrals == nil, let date = deadline.at
    else { return .always }
    return Self.sure(date.distance(to: time) >= 0)
  }

  private func isOld(_ rule: Rule) -> Chance {
    guard let age = rule.pacing.releasedFor, !isManual, rule.releasedAt != nil || rule.pacing.isReleaseUnread else {
      return .always
    }
    let isOld = rule.releasedAt.map { $0.distance(to: time) >= age } ?? false
    return isOld ? .always : rule.critical == nil && !rule.waitsForStore ? .never : .sometimes
  }

  private func share(of rule: Rule) -> Chance {
    let phase = isManual ? nil : rule.phases?.share(at: time)
    let share = min(rule.rollout, phase ?? 10_000)
    if share == 0, rule.critical != nil || rule.waitsForStore { return .sometimes }
    return share == 0 ? .never : share < 10_000 ? .sometimes : .always
  }

  private func isHeldOut(_ rule: Rule, _ kind: PromptKind, _ isOpen: Bool) -> Chance {
    guard !kind.isBlocking, rule.pacing.deadline == nil, !isManual else { return .always }
    let shared = isOpen ? nil : rule.pacing.attention?.holdout
    let share = [shared, rule.pacing.holdout].compactMap(\.self).map(\.share).max() ?? 0
    if share == 10_000 { return rule.critical == nil ? .never : .sometimes }
    return share == 0 ? .always : .sometimes
  }

  private func isInWindow(_ rule: Rule) -> Chance {
    let hasBegun = rule.displayAfter.map { $0.distance(to: time) >= 0 } ?? true
    let lasts = rule.displayBefore.map { $0.distance(to: time) <= 0 } ?? true
    return Self.sure(hasBegun && lasts)
  }

  private func isLoud(_ rule: Rule, _ kind: PromptKind) -> Chance {
    guard !kind.isBlocking, !isManual else { return .always }
    let hours = [rule.pacing.attention?.quietHours, rule.pacing.quietHours].compactMap(\.self)
    let isQuiet = hours.contains { $0.contain(time) }
    let isDay = rule.pacing.weekdays?.contains(Weekday(of: time)) ?? true
    return !isQuiet && isDay ? .always : rule.critical == nil ? .never : .sometimes
  }

  /// Never for a count of 0, and sometimes wherever a showing or an answer may keep the rule back.
  private func isUnlimited(_ rule: Rule, _ kind: PromptKind, _ isOpen: Bool) -> Chance {
    guard !kind.isBlocking, !isManual else { return .always }
    if rule.maxDisplayCount == 0 { return rule.critical == nil ? .never : .sometimes }
    let isSkipped = kind == .optional && rule.isSkippable && rule.pacing.deadline == nil
    let isLimited =
      rule.maxDisplayCount != nil || rule.displayPeriod > 0 || !rule.pacing.caps.isEmpty
      || !(rule.pacing.deadline?.reminders.isEmpty ?? true)
      || (rule.pacing.attention?.budgets(of: rule) ?? []).contains { !isOpen || $0.group != nil }
    return isSkipped || isLimited ? .sometimes : .always
  }

  private static func sure(_ passes: Bool) -> Chance { passes ? .always : .never }
}

extension Rule {
  /// True if the rule waits for some time behind a release that a store dates. A fetch before that date leaves it out.
  var waitsForStore: Bool {
    !isReleaseOfAuthor && releasedAt != nil && (pacing.releasedFor != nil || phases?.isFromRelease ?? false)
  }
}
