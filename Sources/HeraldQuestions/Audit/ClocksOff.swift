package import Herald

/// The clocks of installations that cannot be right, by the installations' last events.
///
/// A phone in 1970 or in the year 2569 of another calendar has windows and deadlines that nobody meant.
package struct ClocksOff: Sendable {
  /// The times of last events, in milliseconds.
  private var times: [Int64] = []

  package init() {}

  package mutating func add(_ state: InstallationState) {
    if let time = state.lastTime { times.append(time.milliseconds) }
  }

  package mutating func add(_ other: ClocksOff) { times += other.times }

  /// The number of clocks that are off, or in an impossible year.
  package var count: Int {
    guard let clocks = ClockMiddle(of: times.map { Timestamp(milliseconds: $0) }) else { return 0 }
    return times.count {
      let last = Timestamp(milliseconds: $0)
      return clocks.isOff(last) || ClockMiddle.isImpossible(last)
    }
  }
}
