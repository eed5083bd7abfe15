import Herald

/// The clocks of installations that cannot be right, judged by their last events.
///
/// A phone in 1970 or in the year 2569 of another calendar has windows and deadlines that nobody meant.
struct ClocksOff {
  /// The times of last events, in milliseconds.
  private var times: [Int64] = []

  /// The furthest that a clock may be from the median: 400 days.
  private static let most: Int64 = 400 * 86_400_000
  /// The years 2000 to 2199, in milliseconds; a clock outside of them is off even where it is the only one.
  private static let possible = 946_684_800_000..<7_258_118_400_000 as Range<Int64>

  mutating func add(_ state: InstallationState) {
    if let time = state.lastTime { times.append(time.milliseconds) }
  }

  mutating func add(_ other: ClocksOff) { times += other.times }

  /// The number of clocks that are off.
  var count: Int {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return 0 }
    // Of two in the middle the lower.
    let median = sorted[(sorted.count - 1) / 2]
    return sorted.count { time in
      let (distance, overflow) = time.subtractingReportingOverflow(median)
      return overflow || distance.magnitude > Self.most.magnitude || !Self.possible.contains(time)
    }
  }
}
