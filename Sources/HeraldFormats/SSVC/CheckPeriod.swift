public import Herald

/// How often SSVC asks: an hour, a day, a week or a month after the last check, successful or not.
public enum CheckPeriod: String, Hashable, Sendable, CaseIterable {
  case hourly, daily, weekly
  /// The same day of the next month, at the same time on the device's clock; the last day where the month is shorter.
  case monthly

  /// Whether it's time to ask again.
  ///
  /// - Parameter lastCheck: nil where there was none. One that lies ahead comes from a clock that was set back, and is
  ///   no reason to wait.
  public func isDue(at now: DeviceTime, after lastCheck: DeviceTime?) -> Bool {
    guard let lastCheck, lastCheck.moment <= now.moment else { return true }
    return nextDue(after: lastCheck, offsetMinutes: now.offsetMinutes) <= now.moment
  }

  /// When to ask again.
  ///
  /// - Parameter offsetMinutes: the device's zone now, which a summer time may have changed since the last check.
  public func nextDue(after lastCheck: DeviceTime, offsetMinutes: Int) -> Timestamp {
    let hour: Int64 = 3_600_000
    let last = lastCheck.moment.milliseconds
    switch self {
    case .hourly: return Timestamp(milliseconds: last + hour)
    case .daily: return Timestamp(milliseconds: last + 24 * hour)
    case .weekly: return Timestamp(milliseconds: last + 7 * 24 * hour)
    case .monthly:
      let wallClock = Self.monthLater(lastCheck.wallClock)
      return Timestamp(milliseconds: wallClock - Int64(offsetMinutes) * 60_000)
    }
  }

  private static func monthLater(_ wallClock: Int64) -> Int64 {
    let dayLength: Int64 = 86_400_000
    // Rounded down before 1970 too.
    let day = Int(wallClock >= 0 ? wallClock / dayLength : (wallClock + 1) / dayLength - 1)
    let date = CivilCalendar.date(ofDay: day)
    let (year, month) = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
    let dayOfMonth = min(date.day, CivilCalendar.days(inMonth: month, of: year))
    let later = CivilCalendar.day(year: year, month: month, day: dayOfMonth)
    return wallClock + Int64(later - day) * dayLength
  }
}
