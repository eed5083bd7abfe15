/// A day of the week, as documents write it.
public enum Weekday: String, Hashable, Sendable, CaseIterable {
  case mo, tu, we, th, fr, sa, su

  /// The day that a device's clock shows.
  package init(of time: DeviceTime) { self.init(day: Self.day(of: time.wallClock)) }

  /// - Parameter day: days since 1970-01-01, which was a Thursday.
  private init(day: Int64) { self = Self.allCases[Int(((day + 3) % 7 + 7) % 7)] }

  private static func day(of milliseconds: Int64) -> Int64 {
    let length = LengthOfTime.day
    return milliseconds >= 0 ? milliseconds / length : (milliseconds - (length - 1)) / length
  }

  /// The next two midnights after each of some moments between a day that is among some days and one that is not.
  static func changes(
    of days: Set<Weekday>, after moments: some Sequence<Timestamp>, offsetMinutes: Int
  ) -> Set<Timestamp> {
    let offset = Int64(offsetMinutes) * 60_000
    let starts = Set(moments.map { day(of: $0.milliseconds + offset) })
    return Set(
      starts.flatMap { start in
        (start + 1...start + 8)
          .filter { days.contains(Weekday(day: $0 - 1)) != days.contains(Weekday(day: $0)) }.prefix(2)
          .map { Timestamp(milliseconds: $0 * LengthOfTime.day - offset) }
      })
  }
}

extension Set<Weekday> {
  /// The days in the order of a week, such as `mo, th`.
  package var words: String { Weekday.allCases.filter(contains).map(\.rawValue).joined(separator: ", ") }
}
