public import Herald

/// The interval between checks that nothing else triggers.
///
/// ```swift
/// if Schedule.daily.isDue(after: lastCheck, now: .current) { await herald.checkIfDue() }
/// ```
public enum Schedule: String, Hashable, Sendable, CaseIterable {
  /// Every 3,600, 86,400 or 604,800 seconds.
  case hourly, daily, weekly
  /// On the same day of the next month, or on the last day of a shorter month.
  case monthly

  /// The time at which the next check is due; `now` or earlier where it is due already.
  ///
  /// A check counts whether it succeeded or not. Without a last check, and where the last one is in the future because
  /// the clock was set back since, a check is due now. Months are counted on the device's wall clock, with the offset
  /// of each time, so the hour stays the same when summer time begins. The rules are the same as in SSVC's scheduler,
  /// except for its wait after a clock that was set back.
  public func due(after lastCheck: DeviceTime?, now: DeviceTime) -> Timestamp {
    guard let lastCheck, lastCheck.moment <= now.moment else { return now.moment }
    let next =
      switch self {
      case .hourly: lastCheck.moment.milliseconds + 3_600_000
      case .daily: lastCheck.moment.milliseconds + 86_400_000
      case .weekly: lastCheck.moment.milliseconds + 604_800_000
      case .monthly: Self.month(after: lastCheck.wallClock) - Int64(now.offsetMinutes) * 60_000
      }
    return Timestamp(milliseconds: next)
  }

  /// True if a check is due.
  public func isDue(after lastCheck: DeviceTime?, now: DeviceTime) -> Bool {
    due(after: lastCheck, now: now) <= now.moment
  }

  /// The same day and time of the next month, the day cut to the month's length.
  private static func month(after wallClock: Int64) -> Int64 {
    let dayLength: Int64 = 86_400_000
    let days = (wallClock - (wallClock % dayLength + dayLength) % dayLength) / dayLength
    let date = CivilCalendar.date(ofDay: Int(days))
    let (year, month) = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
    let day = min(date.day, CivilCalendar.days(inMonth: month, of: year))
    return Int64(CivilCalendar.day(year: year, month: month, day: day)) * dayLength + (wallClock - days * dayLength)
  }
}
