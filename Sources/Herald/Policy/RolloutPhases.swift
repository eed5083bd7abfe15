/// A rollout that grows step by step, from the moment at which it starts.
public struct RolloutPhases: Hashable, Sendable {
  /// The start of the first step; nobody is reached before.
  public let startAt: WindowDate
  /// The share of each step in hundredths of a percent, 0 to 10,000; at least one.
  public let steps: [Int]
  /// The length of a step in milliseconds; at least 1.
  public let interval: Int64
  /// The moment at which the rollout stopped growing; nil while it grows.
  public let pausedAt: WindowDate?
  /// True if the start was taken from `releasedAt`. A release that is dropped takes the phases with it.
  package let isFromRelease: Bool

  /// Makes phases; nil without a step, or for steps without length.
  public init?(startAt: WindowDate, steps: [Int], interval: Int64, pausedAt: WindowDate? = nil) {
    self.init(startAt: startAt, steps: steps, interval: interval, pausedAt: pausedAt, isFromRelease: false)
  }

  /// One step that never ends, for phases whose beginning or length cannot be read.
  ///
  /// - Parameters:
  ///   - share: in hundredths of a percent.
  ///   - startAt: nil for a start before every time.
  package static func lasting(_ share: Int, from startAt: WindowDate?) -> RolloutPhases? {
    let first = WindowDate(Timestamp(milliseconds: -62_135_596_800_000), text: "a beginning that cannot be read")
    return RolloutPhases(startAt: startAt ?? first, steps: [share], interval: Int64.max)
  }

  /// - Parameter isFromRelease: true if the start is the release.
  package init?(
    startAt: WindowDate, steps: [Int], interval: Int64, pausedAt: WindowDate?, isFromRelease: Bool
  ) {
    guard !steps.isEmpty, interval > 0 else { return nil }
    self.startAt = startAt
    self.steps = steps
    self.interval = interval
    self.pausedAt = pausedAt
    self.isFromRelease = isFromRelease
  }

  /// The index of the step at a moment; nil before the start. The last step never ends.
  package func step(at now: DeviceTime) -> Int? {
    let start = startAt.moment(offsetMinutes: now.offsetMinutes)
    let pause = pausedAt?.moment(offsetMinutes: now.offsetMinutes)
    guard now.moment >= start, pause.map({ $0 >= start }) ?? true else { return nil }
    let counted = pause.map { min($0, now.moment) } ?? now.moment
    return min(steps.count - 1, Int((counted.milliseconds - start.milliseconds) / interval))
  }

  /// The same with its dates moved by some milliseconds.
  func moved(by length: Int64) -> RolloutPhases? {
    RolloutPhases(
      startAt: startAt.moved(by: length), steps: steps, interval: interval, pausedAt: pausedAt?.moved(by: length),
      isFromRelease: isFromRelease)
  }

  /// The share at a moment: 0 before the start.
  package func share(at now: DeviceTime) -> Int { step(at: now).map { steps[$0] } ?? 0 }

  /// The moments at which the steps begin, on a device in a zone, in order.
  package func instants(offsetMinutes: Int) -> [Timestamp] {
    let start = startAt.moment(offsetMinutes: offsetMinutes)
    let pause = pausedAt?.moment(offsetMinutes: offsetMinutes)
    return steps.indices.compactMap { index in
      let (length, overflow) = interval.multipliedReportingOverflow(by: Int64(index))
      guard !overflow, let moment = start.adding(length) else { return nil }
      return pause.map { moment > $0 } ?? false ? nil : moment
    }
  }
}
