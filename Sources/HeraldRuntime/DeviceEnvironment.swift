import Foundation
public import Herald

/// What the world gives an installation beside its policy: the time, and names for what happens. Injected, so that a
/// test or a script decides both.
public struct DeviceEnvironment: Sendable {
  /// The device's clock, with its offset at that moment.
  public var now: @Sendable () -> DeviceTime
  /// A name that no event of the installation has yet. Where each is above the one before, or longer, the
  /// installation's log is read fastest.
  public var newID: @Sendable () -> String
  /// A number from 0 to 1, by which devices that failed together come back apart.
  public var random: @Sendable () -> Double

  public init(
    now: @escaping @Sendable () -> DeviceTime, newID: @escaping @Sendable () -> String,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.now = now
    self.newID = newID
    self.random = random
  }

  /// The system's clock and zone, and UUIDs of version 7 (RFC 9562), which ascend.
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
  /// The system's clock, to the millisecond, and its offset from UTC now.
  public static var current: DeviceTime {
    let seconds = Date().timeIntervalSince1970
    var (moment, local) = (time_t(seconds.rounded(.down)), tm())
    localtime_r(&moment, &local)
    return DeviceTime(
      moment: Timestamp(milliseconds: Int64((seconds * 1000).rounded(.down))), offsetMinutes: local.tm_gmtoff / 60)
  }
}
