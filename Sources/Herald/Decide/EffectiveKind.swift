/// A rule's kind on an installation at a moment, and the reason for it.
///
/// A rule has the kind of its document, unless the change of version forces it or its deadline has passed.
public struct EffectiveKind: Hashable, Sendable {
  /// The kind.
  public let kind: PromptKind
  /// The change of version that made the kind; nil where it did not.
  public let change: VersionChange?
  /// The deadline; nil for a rule without one, and where the change decides.
  public let deadline: DeadlineStanding?
}

/// The state of a rule's deadline on an installation, at a moment.
public struct DeadlineStanding: Hashable, Sendable {
  /// A way to be due.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    case date, age, deferrals
  }

  /// The moment from which the rule is due by its date; nil for never.
  public let byDate: Timestamp?
  /// The moment from which it is due by its age; nil for never.
  public let byAge: Timestamp?
  /// The moment from which it is due by deferrals; nil for never.
  public let byDeferrals: Timestamp?
  /// The first showing of this target; nil before it.
  public let firstShown: Timestamp?
  /// Number of times the user chose `later` for this target.
  public let deferred: Int
  /// The way in which the rule became due first; nil while it is not due.
  public let due: Way?

  /// - Parameter index: the rule's record, of another target or of this one; nil for a rule that was never shown.
  init(_ deadline: Deadline, of rule: Rule, _ records: ShowingRecords, _ index: Int?, at now: DeviceTime) {
    // By index, because a copy of the record retains all that it holds.
    let own = index.flatMap { rule.isSameTarget(as: records.entries[$0].record.target) ? $0 : nil }
    let first = own.flatMap { records.entries[$0].record.firstShown }
    firstShown = first
    deferred = own.map { records.entries[$0].record.deferrals } ?? 0
    byDate = Self.date(deadline, first, offsetMinutes: now.offsetMinutes)
    byAge = deadline.afterFirstShown.flatMap { age in first?.adding(age) }
    byDeferrals =
      if let most = deadline.deferrals, deferred >= most,
        let last = own.flatMap({ records.entries[$0].record.lastShown })
      {
        last.adding(max(LengthOfTime.hour, rule.displayPeriod))
      } else { nil }
    var (earliest, way) = (now.moment, nil as Way?)
    func record(_ candidate: Way, _ moment: Timestamp?) {
      guard let moment, way == nil ? moment <= earliest : moment < earliest else { return }
      (earliest, way) = (moment, candidate)
    }
    record(.date, byDate)
    record(.age, byAge)
    record(.deferrals, byDeferrals)
    due = way
  }

  private static func date(_ deadline: Deadline, _ first: Timestamp?, offsetMinutes: Int) -> Timestamp? {
    guard let at = deadline.at?.moment(offsetMinutes: offsetMinutes) else { return nil }
    guard let grace = deadline.grace else { return at }
    return first?.adding(grace).map { max(at, $0) }
  }

  /// The moment of the deadline that reminders count down to; nil without one.
  public var moment: Timestamp? {
    guard let byDate, let byAge else { return byDate ?? byAge }
    return min(byDate, byAge)
  }

  /// The period between showings that the nearest reminder asks for; nil where none applies.
  func period(of deadline: Deadline, at now: Timestamp) -> Int64? {
    guard due == nil, let moment else { return nil }
    let left = moment.milliseconds.subtractingReportingOverflow(now.milliseconds)
    guard !left.overflow else { return nil }
    var period: Int64?
    for reminder in deadline.reminders where left.partialValue <= reminder.within {
      period = min(period ?? .max, reminder.period)
    }
    return period
  }

  /// The instants at which time alone changes the kind or the period.
  func instants(of deadline: Deadline, lastShown: Timestamp?) -> [Timestamp] {
    let reminders = deadline.reminders.flatMap { reminder in
      [moment.flatMap { $0.adding(-reminder.within) }, lastShown?.adding(reminder.period)]
    }
    return ([byDate, byAge, byDeferrals] + reminders).compactMap(\.self)
  }
}

extension Rule {
  /// The rule's kind in a situation, with its reasons.
  ///
  /// - Parameters:
  ///   - index: the rule's record; nil for a rule that was never shown.
  ///   - change: the change of version that makes the rule a force; nil where it does not.
  func standing(
    _ records: ShowingRecords, _ index: Int?, forcedBy change: VersionChange?, at now: DeviceTime
  ) -> EffectiveKind {
    if let change { return EffectiveKind(kind: .force, change: change, deadline: nil) }
    guard let deadline = pacing.deadline else { return EffectiveKind(kind: kind, change: nil, deadline: nil) }
    let standing = DeadlineStanding(deadline, of: self, records, index, at: now)
    return EffectiveKind(kind: standing.due == nil ? kind : deadline.becomes, change: nil, deadline: standing)
  }

  /// True if the rule is a force or an exit on some installation at some time.
  package var mayBlock: Bool { kind.isBlocking || mayRise }

  /// True if limits that a policy sets for all its rules may let the rule pass where they hold others back.
  var mayPassSharedLimits: Bool { mayBlock || critical != nil }

  /// The inputs of the kind, beside the document; empty for a rule whose kind never changes.
  var kindInputs: [Input] {
    guard mayRise else { return [] }
    return (pacing.deadline == nil ? [] : [.time, .record(id)])
      + (pacing.forceUpdateTypes.isEmpty ? [] : [.property(.appVersionName), .property(.appPackageName)])
  }
}

/// The reason why a rule has its kind, for people.
extension ExplainedRule {
  /// The rule's kind with its reason, such as `force since 2026-03-10T12:00:00.000Z, by the date of its deadline`; nil
  /// for a rule whose kind never changes.
  ///
  /// - Parameter clock: writes a moment.
  package func kindWords(_ clock: (Timestamp) -> String) -> String? {
    guard let standing else { return nil }
    if let change = standing.change {
      return "\(kind.rawValue), because the change to \(rule.targetVersion?.text.string.shown ?? "its version") is "
        + "\(change.rawValue), which `forceUpdateTypes` names"
    }
    guard let deadline = rule.pacing.deadline, let progress = standing.deadline else {
      let installed = tests.lazy.flatMap(\.comparisons).compactMap(\.incomparable).first {
        $0.property == .appVersionName && $0.form == .version
      }
      return "\(kind.rawValue): "
        + (installed?.clause ?? "the change of version is none that `forceUpdateTypes` names")
    }
    guard let way = progress.due, let since = progress[way]?.written else {
      return progress.waiting(for: deadline, kind, clock)
    }
    // After the last deferral the user gets this pause before the rule is due (`EffectiveKind`).
    let rest = LengthOfTime.words(max(LengthOfTime.hour, rule.displayPeriod))
    let pause = way == .deferrals ? " and \(rest) passed since it was shown last" : ""
    return "\(kind.rawValue) since \(clock(since)), \(progress.words(for: way, of: deadline))\(pause)"
  }
}

extension DeadlineStanding {
  /// The moment from which the rule is due in a way; nil for never.
  public subscript(way: Way) -> Timestamp? {
    switch way {
    case .date: byDate
    case .age: byAge
    case .deferrals: byDeferrals
    }
  }

  fileprivate func words(for way: Way, of deadline: Deadline) -> String {
    switch way {
    case .date: "by the date of its deadline" + (deadline.grace == nil ? "" : " and its grace")
    case .age: "\(LengthOfTime.words(deadline.afterFirstShown ?? 0)) after it was first shown"
    case .deferrals: "after `later` was chosen \(deferred == 1 ? "once" : "\(deferred) times")"
    }
  }

  fileprivate func waiting(for deadline: Deadline, _ kind: PromptKind, _ clock: (Timestamp) -> String) -> String {
    let becomes = deadline.becomes.rawValue
    var parts: [String] = []
    if let way = Way.allCases.filter({ self[$0] != nil }).min(by: { isEarlier($0, $1) }),
      let moment = self[way]?.written
    {
      parts.append("it becomes \(becomes) at \(clock(moment)), \(words(for: way, of: deadline))")
    } else if firstShown == nil, deadline.afterFirstShown != nil || deadline.grace != nil {
      parts.append("its time begins when it is first shown, and then it becomes \(becomes)")
    }
    if let most = deadline.deferrals, byDeferrals == nil {
      parts.append("`later` was chosen \(deferred) of \(most) times")
    }
    return "\(kind.rawValue)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", and "))")
  }

  private func isEarlier(_ left: Way, _ right: Way) -> Bool {
    (self[left]?.milliseconds ?? .max) < (self[right]?.milliseconds ?? .max)
  }
}

extension Timestamp {
  /// The moment where a date can express it; nil outside the years 1 to 9999.
  fileprivate var written: Timestamp? { Timestamp.range.contains(self) ? self : nil }
}

extension EffectiveKind {
  /// Appends `{"kind":…,"by":…,"since":…,"deferrals":…,"firstShown":…,"due":{…}}`.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("kind", word: kind)
      if let change {
        $0.member("by", "change" as String)
        $0.member("change", word: change)
      }
      guard let deadline else { return }
      $0.member("by", word: deadline.due)
      $0.member("since", deadline.due.flatMap { deadline[$0]?.written })
      $0.member("firstShown", deadline.firstShown)
      $0.member("deferrals", deadline.deferred)
      $0.member("due") { output in
        output.object { output in
          output.member("date", deadline.byDate?.written)
          output.member("age", deadline.byAge?.written)
          output.member("deferrals", deadline.byDeferrals?.written)
        }
      }
    }
  }
}
