package import Herald

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
