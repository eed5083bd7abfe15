package import Herald

/// A day of the calendar, without a zone.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// The days since 1970-01-01; negative before.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// Makes the day that a device's clock showed; in UTC where that clock showed a year that RFC 3339 cannot express.
  package init(_ time: DeviceTime) {
    let clock = Timestamp.range.contains(Timestamp(milliseconds: time.wallClock)) ? time.wallClock : nil
    self.init(ofMilliseconds: clock ?? time.moment.milliseconds)
  }

  /// Makes the day of a moment in UTC.
  package init(inUTC moment: Timestamp) { self.init(ofMilliseconds: moment.milliseconds) }

  private init(ofMilliseconds milliseconds: Int64) {
    number = Int((milliseconds - (milliseconds < 0 ? 86_399_999 : 0)) / 86_400_000)
  }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension CalendarDay: CustomStringConvertible {
  /// The day as ISO 8601 writes it, such as `2026-03-02`.
  package var description: String {
    var output = ByteOutput()
    write(into: &output)
    return output.string
  }

  package func write(into output: inout ByteOutput) {
    let date = CivilCalendar.date(ofDay: number)
    output.append(10) { text in
      var rest = date.year
      for place in [3, 2, 1, 0] {
        text[place] = Self.digit(rest % 10)
        rest /= 10
      }
      (text[4], text[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
      (text[5], text[6]) = (Self.digit(date.month / 10), Self.digit(date.month % 10))
      (text[8], text[9]) = (Self.digit(date.day / 10), Self.digit(date.day % 10))
    }
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value) }
}
