public import Herald

/// How often a policy is asked for while nothing else asks for it.
public enum Schedule: String, Hashable, Sendable, CaseIterable {
  case hourly, daily, weekly
  /// On the same day of the next month, or on that month's last day where it is shorter.
  case monthly

  /// When the next check is due; not later than `now` where it is due already.
  ///
  /// A check counts whether it succeeded or not. Where there was none, and where the last one lies in the future
  /// because a clock was set back since, a check is due now. Hours, days and weeks are 3,600, 86,400 and 604,800
  /// seconds; months are counted on the device's wall clock, each time with its own offset, so that a month keeps its
  /// hour over a change to summer time (SSVC's scheduler, with its wait after a clock set back left out).
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

  /// Whether a check is due.
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
