package import Herald

/// Prompts under the log's own policies, and under the other one.
struct PromptPair {
  var before = 0
  var after = 0

  static func += (left: inout Self, right: Self) {
    left.before += right.before
    left.after += right.after
  }
}

/// The prompts of any number of installations: all, by day, by version and by system.
struct PromptTotals {
  private(set) var all = PromptPair()
  /// By day in UTC, counted from 1970-01-01.
  private(set) var days: [Int64: PromptPair] = [:]
  /// By the app's version at the last launch before; nil for a launch without one.
  private(set) var versions: [ExactString?: PromptPair] = [:]
  /// By the operating system's name; nil for a launch without one.
  private(set) var systems: [ExactString?: PromptPair] = [:]

  /// Counts the prompts of one event on a device.
  mutating func record(_ moment: PolicyComparison.Moment, at time: DeviceTime, on profile: Profile) {
    let prompts = PromptPair(
      before: moment.before?.answer == nil ? 0 : 1, after: moment.after?.answer == nil ? 0 : 1)
    guard prompts.before + prompts.after > 0 else { return }
    all += prompts
    days[time.dayInUTC, default: PromptPair()] += prompts
    versions[profile[.appVersionName], default: PromptPair()] += prompts
    systems[profile[.deviceOsName], default: PromptPair()] += prompts
  }

  /// Adds the prompts of other installations.
  static func += (left: inout Self, right: Self) {
    left.all += right.all
    for (day, prompts) in right.days { left.days[day, default: PromptPair()] += prompts }
    for (version, prompts) in right.versions { left.versions[version, default: PromptPair()] += prompts }
    for (system, prompts) in right.systems { left.systems[system, default: PromptPair()] += prompts }
  }
}

extension DeviceTime {
  /// The day in UTC, counted from 1970-01-01.
  var dayInUTC: Int64 {
    let (day, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: LengthOfTime.day)
    return rest < 0 ? day - 1 : day
  }
}

/// The most prompts that one user sees within 24 hours.
package struct BusiestDay: Hashable, Sendable {
  /// The number of prompts.
  package private(set) var prompts = 0
  /// The time of the last of them; nil where none was shown.
  package private(set) var end: DeviceTime?
  /// The showings of the last 24 hours, oldest first. A slice, because the oldest are dropped from its front.
  private var recent: ArraySlice<Showings> = []
  /// Number of showings in `recent`.
  private var count = 0

  /// Showings at one moment.
  private struct Showings: Hashable {
    let time: Timestamp
    let count: Int
  }

  /// A user who saw nothing.
  package init() {}

  mutating func show(at time: DeviceTime) {
    // A clock that was set back moves later showings to now, as it does the showings of a record. They become one
    // element, so that each is moved once.
    var now = 1
    while let last = recent.last, last.time >= time.moment {
      now += last.count
      recent.removeLast()
    }
    while let first = recent.first, time.moment.milliseconds - first.time.milliseconds >= LengthOfTime.day {
      count -= first.count
      recent.removeFirst()
    }
    recent.append(Showings(time: time.moment, count: now))
    count += 1
    guard count > prompts else { return }
    (prompts, end) = (count, time)
  }
}
