/// A rollout that grows step by step, from the moment at which it starts.
public struct RolloutPhases: Hashable, Sendable {
  /// The start of the first step; nobody is reached before.
  public let startAt: WindowDate
  /// The share of each step in hundredths of a percent, 0 to 10,000; at least one.
  public let steps: [Int]
  /// The length of a step in milliseconds; at least 1.
  public let interval: Int64

  /// Makes phases; nil without a step, or for steps without length.
  public init?(startAt: WindowDate, steps: [Int], interval: Int64) {
    guard !steps.isEmpty, interval > 0 else { return nil }
    self.startAt = startAt
    self.steps = steps
    self.interval = interval
  }

  /// The share at a moment: 0 before the start, and that of the last step for ever after it.
  func share(at now: DeviceTime) -> Int {
    let elapsed = startAt.distance(to: now)
    guard elapsed >= 0 else { return 0 }
    return steps[min(steps.count - 1, Int(elapsed / interval))]
  }

  /// The moments at which the steps begin, on a device in a zone.
  func instants(offsetMinutes: Int) -> [Timestamp] {
    let start = startAt.moment(offsetMinutes: offsetMinutes).milliseconds
    return steps.indices.compactMap { index in
      let (length, overflow) = interval.multipliedReportingOverflow(by: Int64(index))
      let (moment, isLate) = start.addingReportingOverflow(length)
      return overflow || isLate ? nil : Timestamp(milliseconds: moment)
    }
  }
}
