/// The reason why a rule has its kind, for people.
extension ExplainedRule {
  /// The rule's kind with its reason, such as `force since 2026-03-10T12:00:00.000Z, by the date of its deadline`; nil for a
  /// rule whose kind never changes.
  ///
  /// - Parameter clock: writes a moment.
  package func kindWords(_ clock: (Timestamp) -> String) -> String? {
    guard let standing else { return nil }
    if let change = standing.change {
      return "\(kind.rawValue), because the change to \(rule.targetVersion?.text.string.shown ?? "its version") is "
        + "\(change.rawValue), which `forceUpdateTypes` names"
    }
    guard let deadline = rule.manners.deadline, let progress = standing.deadline else {
      return "\(kind.rawValue): the change of version is none that `forceUpdateTypes` names"
    }
    guard let way = progress.due, let since = progress[way]?.written else {
      return progress.waiting(for: deadline, kind, clock)
    }
    // After the last deferral the user gets this pause before the rule is due (`KindStanding`).
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

extension KindStanding {
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
