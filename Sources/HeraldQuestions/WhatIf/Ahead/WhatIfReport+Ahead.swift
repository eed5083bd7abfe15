import Herald

/// What lies ahead, in words.
extension WhatIfReport {
  /// What awaits one installation that counts ahead.
  func ahead(_ change: PolicyChange) -> [String] {
    guard let ahead = change.ahead?.asked else { return [] }
    func line(_ word: String, _ from: Timestamp?) -> String? {
      from.map { "\(style.red(word.padded(to: 10))) ahead, from \($0)" }
    }
    return [
      change.isForcedAhead ? line("forced", ahead.forcedFrom) : nil,
      change.isLockedOutAhead ? line("locked out", ahead.lockedOutFrom) : nil,
    ].compactMap(\.self)
  }

  /// What awaits all installations: a sentence, the rules that begin, a chart by day, and what the numbers leave out.
  func ahead(_ summary: WhatIfSummary) -> [String] {
    guard let ahead = summary.ahead else { return [] }
    let (from, until) = (ahead.outlook.from, ahead.outlook.until)
    var lines = [heading("Ahead") + "from the log's end, \(from), to \(until): \(ahead.sentence)"]
    if ahead.lockedOut > 0 {
      lines.append(
        heading("") + style.red("\(ahead.lockedOut.of("installation", "installations")) will be locked out")
          + ": by a force that leads nowhere on the device")
    }
    lines += ahead.beginnings.map { beginning in
      heading("Begins") + "\(beginning.rule.string.shown): nobody sees it at the log's end; from \(beginning.time) on, "
        + "\(beginning.installations.grouped) of \(ahead.questioned.grouped) by the horizon"
    }
    lines += chart(ahead)
    return lines + ahead.limits.map { heading("") + $0 }
  }

  /// The most days that words name.
  private static var daysInChart: Int { 31 }

  private func chart(_ ahead: AheadTotals) -> [String] {
    let days = ahead.days
    let counted = AheadTotals.CountedSight.allCases.filter { sight in days.contains { $0.counts[sight] > 0 } }
    guard !counted.isEmpty else { return [] }
    let lines = days.prefix(Self.daysInChart).map { day in
      let forced = day.counts[.forced]
      let bar = String(repeating: "█", count: forced * 30 / max(1, ahead.questioned))
      let numbers = counted.map { "\($0.words) \(day.counts[$0].grouped)" }.joined(separator: ", ")
      return heading("Day ahead") + "\(text(ofDay: day.day)) (UTC): \(numbers)"
        + (bar.isEmpty ? "" : "  \(style.red(bar))")
    }
    let more = days.count - lines.count
    return lines + (more > 0 ? [heading("Day ahead") + "and \(more) more changes: --format json"] : [])
  }
}

extension AheadTotals.CountedSight {
  fileprivate var words: String {
    switch self {
    case .forced: "forced"
    case .optional: "optional"
    case .messages: "messages"
    case .lockedOut: "locked out"
    }
  }
}

extension AheadTotals {
  /// The number of installations that are forced, now and later, such as `2,693 of 2,705 will be forced on 1 December,
  /// nobody is today`.
  package var sentence: String {
    guard questioned > 0 else { return "no installation was asked" }
    let all = "of \(questioned.grouped)"
    let verb = forcedNow == 1 ? "is" : "are"
    let today = forcedNow == 0 ? "nobody is today" : "\(forcedNow.grouped) \(verb) today"
    let most = allDays.map(\.counts[.forced]).max() ?? 0
    guard most > forcedNow, let day = allDays.first(where: { $0.counts[.forced] == most }) else {
      return forcedNow == 0
        ? "nobody \(all) will be forced" : "\(forcedNow.grouped) \(all) \(verb) forced today, and no more will be"
    }
    return "\(most.grouped) \(all) will be forced on \(words(ofDay: day.day)), \(today)"
  }

  /// A day such as `1 December`, with the year where it is not that of the log's end.
  private func words(ofDay day: Int64) -> String {
    let (year, month, number) = CivilCalendar.date(ofDay: Int(day))
    let own = CivilCalendar.date(ofDay: Int(DeviceTime(moment: outlook.from).dayInUTC)).year
    return "\(number) \(Self.months[month - 1])" + (year == own ? "" : " \(year)")
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Sentences on what the numbers leave out.
  fileprivate var limits: [String] {
    var limits: [String] = []
    if notStarted > 0 {
      limits.append(
        "for \(notStarted.of("installation", "installations")) a deadline has still to begin, with the first prompt or "
          + "with `later`: no number above says when it ends")
    }
    if clocksOff > 0 {
      limits.append(
        "\(clocksOff.of("installation has", "installations have")) a clock that is more than 400 days off, and "
          + "\(clocksOff == 1 ? "counts" : "count") nowhere ahead")
    }
    if inactive > 0 {
      limits.append("\(inactive.of("installation was", "installations were")) silent for too long to be asked")
    }
    if outlook.activeSince == nil, outlook.silent > 0 {
      limits.append(
        "\(outlook.silent.of("installation has", "installations have")) no event in the last 30 days before the log's "
          + "end, and \(outlook.silent == 1 ? "counts" : "count") all the same: --active-within 30d leaves them out")
    }
    return limits
  }
}

/// What lies ahead, as JSON.
extension JSONWriter {
  /// Appends what awaits one installation; null for one that was not asked.
  mutating func ahead(_ ahead: InstallationAhead?) {
    member("ahead", optional: ahead) { output, ahead in
      output.array(ahead.changes) { output, stretch in
        output.object {
          $0.member("at", stretch.from)
          $0.member("show", optional: stretch.sight) { output, sight in
            output.object {
              $0.member("rule", sight.rule)
              $0.member("kind", word: sight.kind)
            }
          }
        }
      }
    }
    member("forcedFrom", ahead?.forcedFrom)
    member("lockedOutFrom", ahead?.lockedOutFrom)
  }

  /// Appends what awaits all installations.
  mutating func ahead(_ ahead: AheadTotals) {
    object {
      $0.member("from", ahead.outlook.from)
      $0.member("until", ahead.outlook.until)
      $0.member("questioned", ahead.questioned)
      $0.member("clocksOff", ahead.clocksOff)
      $0.member("notStarted", ahead.notStarted)
      $0.member("forcedAhead", ahead.forced)
      $0.member("lockedOutAhead", ahead.lockedOut)
      $0.member("inactive", ahead.outlook.activeSince == nil ? ahead.outlook.silent : ahead.inactive)
      $0.member("days", ahead.days) { output, day in
        output.object {
          $0.member("day", String(Timestamp(milliseconds: day.day * LengthOfTime.day).description.prefix(10)))
          $0.member("forced", day.counts[.forced])
          $0.member("optional", day.counts[.optional])
          $0.member("messages", day.counts[.messages])
          $0.member("lockedOut", day.counts[.lockedOut])
        }
      }
      $0.member("begins", ahead.beginnings) { output, beginning in
        output.object {
          $0.member("rule", beginning.rule)
          $0.member("at", beginning.time)
          $0.member("installations", beginning.installations)
        }
      }
    }
  }
}
