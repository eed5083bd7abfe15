import Herald
import HeraldInbox
import HeraldQuestions
import HeraldRuntime

/// A change of a phone's clock.
enum ClockChange {
  /// A shift by a number of milliseconds, which may be negative.
  case by(Int64)
  case to(DeviceTime)

  /// Reads `+2d`, `-1h30m`, or a time with its zone.
  init(_ text: String) throws(StepFault) {
    if text.first == "+" || text.first == "-", let milliseconds = LengthText.read(text) {
      self = .by(milliseconds)
    } else if let time = DeviceTime(rfc3339: text.hasPrefix("set ") ? String(text.dropFirst(4)).trimmed : text) {
      self = .to(time)
    } else {
      throw StepFault(
        .badClock, "`\(text)` is not a change of the clock.",
        why: "the clock moves by weeks, days, hours, minutes and seconds, or is set to a time with its zone",
        fix: "write it like clock +2d, clock -1h30m or clock 2026-03-02T08:00:00+01:00")
    }
  }
}

/// A phone's clock: the system's clock with an offset, or a stopped clock that only steps move.
final class PhoneClock: Sendable {
  private struct Setting {
    /// The time of a stopped clock; nil for a running one.
    var standing: DeviceTime?
    /// The lead of a running clock over the system's in milliseconds, and its zone.
    var ahead: Int64 = 0
    var offsetMinutes: Int?
  }
  private let setting: Locked<Setting>

  /// - Parameters:
  ///   - start: the clock's time now; nil for the system's time.
  ///   - runs: true for a clock that runs by itself.
  init(start: DeviceTime?, runs: Bool) {
    var setting = Setting()
    if !runs {
      setting.standing = start ?? .current
    } else if let start {
      setting.ahead = start.moment.milliseconds - DeviceTime.current.moment.milliseconds
      setting.offsetMinutes = start.offsetMinutes
    }
    self.setting = Locked(setting)
  }

  var now: DeviceTime { setting.with { Self.time($0) } }

  private static func time(_ setting: Setting) -> DeviceTime {
    if let standing = setting.standing { return standing }
    let system = DeviceTime.current
    return DeviceTime(
      moment: Timestamp(milliseconds: system.moment.milliseconds + setting.ahead),
      offsetMinutes: setting.offsetMinutes ?? system.offsetMinutes)
  }

  /// Changes the clock, unless it would leave the years that events can have.
  func change(_ change: ClockChange) throws(StepFault) {
    let isPossible = setting.with { setting in
      let now = Self.time(setting)
      let target =
        switch change {
        case .by(let milliseconds): now.later(by: milliseconds)
        case .to(let time): time
        }
      guard Timestamp.range.contains(target.moment) else { return false }
      if setting.standing != nil {
        setting.standing = target
      } else {
        setting.ahead += target.moment.milliseconds - now.moment.milliseconds
        setting.offsetMinutes = target.offsetMinutes
      }
      return true
    }
    if isPossible { return }
    throw StepFault(
      .badClock, "The clock cannot go there.", why: "events happen in the years 0001 to 9999", fix: "move it less far")
  }
}

extension DeviceTime {
  fileprivate func later(by milliseconds: Int64) -> DeviceTime {
    DeviceTime(
      moment: Timestamp(milliseconds: moment.milliseconds + milliseconds), offsetMinutes: offsetMinutes)
  }
}
