import Foundation
public import Herald

/// The clock, the ids, the salts and the random numbers of an installation, injected so that a test or a script controls them.
///
/// ```swift
/// let environment = DeviceEnvironment(
///   now: { DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000), offsetMinutes: 60) },
///   newID: { "e-1" },
///   random: { 0 })
/// ```
public struct DeviceEnvironment: Sendable {
  /// The device's time, with the offset from UTC at that moment.
  public var now: @Sendable () -> DeviceTime
  /// A new id for an event, unique within the installation. A log is read fastest where each id is greater than the
  /// one before, or longer.
  public var newID: @Sendable () -> String
  /// A number from 0 to 1, so that devices that failed together retry at different times.
  public var random: @Sendable () -> Double
  /// A new ``Salt`` for an event's line; nil for none.
  public var newSalt: @Sendable () -> ExactString?

  /// Makes an environment. The closures may run on any thread.
  public init(
    now: @escaping @Sendable () -> DeviceTime, newID: @escaping @Sendable () -> String,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    newSalt: @escaping @Sendable () -> ExactString? = { DeviceEnvironment.drawSalt() }
  ) {
    self.now = now
    self.newID = newID
    self.random = random
    self.newSalt = newSalt
  }

  /// A new salt from the system's random numbers.
  public static func drawSalt() -> ExactString {
    var random = SystemRandomNumberGenerator()
    return Salt.text(of: (0..<Salt.size).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  /// The system's clock and time zone, and ascending UUIDs of version 7 (RFC 9562).
  public static let live: DeviceEnvironment = {
    let ids = Locked(AscendingIDs())
    return DeviceEnvironment(
      now: { .current },
      newID: {
        var random = SystemRandomNumberGenerator()
        return ids.with { $0.next(at: DeviceTime.current.moment, random: &random) }
      })
  }()
}

extension DeviceTime {
  /// The system's time in milliseconds, and its present offset from UTC.
  public static var current: DeviceTime {
    let seconds = Date().timeIntervalSince1970
    var (moment, local) = (time_t(seconds.rounded(.down)), tm())
    localtime_r(&moment, &local)
    return DeviceTime(
      moment: Timestamp(milliseconds: Int64((seconds * 1000).rounded(.down))), offsetMinutes: local.tm_gmtoff / 60)
  }
}
