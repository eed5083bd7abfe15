/// The time of a device's clock at an event: the moment, and the device's offset from UTC.
///
/// The offset is a number of minutes and not the name of a zone, so no time-zone database is needed.
public struct DeviceTime: Hashable, Sendable {
  /// The moment.
  public let moment: Timestamp
  /// The offset of the device's clock from UTC in minutes, −1439 to 1439; positive east of Greenwich.
  public let offsetMinutes: Int

  /// Makes a time; by default with a clock in UTC.
  public init(moment: Timestamp, offsetMinutes: Int = 0) {
    self.moment = moment
    self.offsetMinutes = offsetMinutes
  }

  /// The time of an event without a time. Only events of types that Herald doesn't know may lack it.
  public static var missing: DeviceTime { DeviceTime(moment: .missing) }

  /// True if the event has no time.
  public var isMissing: Bool { moment == .missing }

  /// The time on the device's wall clock, in milliseconds since 1970-01-01 00:00 on that clock.
  public var wallClock: Int64 { moment.milliseconds + Int64(offsetMinutes) * 60_000 }
}

extension DeviceTime: CustomStringConvertible {
  /// The time on the device's clock with its offset, such as `2026-03-02T09:00:00.000+01:00`. It is in UTC if that
  /// clock shows a year that RFC 3339 cannot express.
  public var description: String {
    if isMissing { return moment.description }
    let clock = Timestamp(milliseconds: wallClock)
    guard offsetMinutes != 0, Timestamp.range.contains(clock) else { return moment.description }
    return "\(clock.description.dropLast())\(Self.zone(offsetMinutes))"
  }

  /// An offset from UTC as RFC 3339 writes it, such as `+01:00`.
  package static func zone(_ offsetMinutes: Int) -> String {
    let minutes = abs(offsetMinutes)
    let (hours, rest) = (minutes / 60, minutes % 60)
    let digits = [hours / 10, hours % 10, rest / 10, rest % 10].map(String.init)
    return "\(offsetMinutes < 0 ? "-" : "+")\(digits[0])\(digits[1]):\(digits[2])\(digits[3])"
  }
}
