/// What is asked of a state: all that a decision takes beside it.
public struct Question: Hashable, Sendable {
  public var trigger: Trigger
  /// The time of the event that asks, and the device's zone at it.
  public var now: DeviceTime
  /// The installation, by which roll-outs are drawn.
  public var source: ExactString
  /// Whether the user is in the middle of something.
  public var isBusy: Bool

  public init(trigger: Trigger, now: DeviceTime, source: ExactString, isBusy: Bool = false) {
    self.trigger = trigger
    self.now = now
    self.source = source
    self.isBusy = isBusy
  }

  /// The question that an event asks; nil for one after which nothing is decided.
  @inline(__always)
  public init?(_ data: borrowing EventData, at time: DeviceTime, of source: ExactString) {
    guard let (trigger, isBusy) = data.decisionTrigger else { return nil }
    self.init(trigger: trigger, now: time, source: source, isBusy: isBusy)
  }
}
