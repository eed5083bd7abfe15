/// What is asked of a state: everything else that a decision depends on.
///
/// ```swift
/// let question = Question(trigger: .launch, now: event.time, source: event.source)
/// ```
public struct Question: Hashable, Sendable {
  /// What makes Herald decide.
  public var trigger: Trigger
  /// The time of the event that asks, and the device's zone at it.
  public var now: DeviceTime
  /// The installation, which rollouts draw by.
  public var source: ExactString
  /// Whether the user is in the middle of something.
  public var isBusy: Bool

  /// Asks what to show.
  ///
  /// - Parameters:
  ///   - now: the time of the event that asks, and the device's zone at that time.
  ///   - source: the installation, as its events name it.
  ///   - isBusy: whether the user is in the middle of something.
  public init(trigger: Trigger, now: DeviceTime, source: ExactString, isBusy: Bool = false) {
    self.trigger = trigger
    self.now = now
    self.source = source
    self.isBusy = isBusy
  }

  /// The question that an event asks; nil for an event that is followed by no decision.
  @inline(__always)
  public init?(_ data: borrowing EventData, at time: DeviceTime, of source: ExactString) {
    guard let (trigger, isBusy) = data.decisionTrigger else { return nil }
    self.init(trigger: trigger, now: time, source: source, isBusy: isBusy)
  }
}
