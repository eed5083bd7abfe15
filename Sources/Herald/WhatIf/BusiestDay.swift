/// The most prompts that one user sees within 24 hours.
package struct BusiestDay: Hashable, Sendable {
  /// The number of prompts.
  package private(set) var prompts = 0
  /// The time of the last of them; nil where none was shown.
  package private(set) var end: DeviceTime?
  /// The showings of the last 24 hours.
  private var recent: [Timestamp] = []

  /// A user who saw nothing.
  package init() {}

  mutating func show(at time: DeviceTime) {
    // A clock that was set back moves later showings to now, as it does those of a record.
    for index in recent.indices where recent[index] > time.moment { recent[index] = time.moment }
    recent.removeAll { time.moment.milliseconds - $0.milliseconds >= LengthOfTime.day }
    recent.append(time.moment)
    guard recent.count > prompts else { return }
    (prompts, end) = (recent.count, time)
  }
}
