/// What makes Herald decide.
public enum Trigger: String, Hashable, Sendable, CaseIterable {
  case launch, login, schedule, heartbeat, manual
  /// The user came back to the app.
  case foreground
  /// The user began a critical action.
  case operation

  init(_ fetch: FetchTrigger) {
    switch fetch {
    case .launch: self = .launch
    case .login: self = .login
    case .schedule: self = .schedule
    case .heartbeat: self = .heartbeat
    case .manual: self = .manual
    }
  }
}

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
    switch data {
    case .fetchSucceeded(let fetch): self.init(trigger: Trigger(fetch.trigger), now: time, source: source)
    case .fetchFailed(let fetch): self.init(trigger: Trigger(fetch.trigger), now: time, source: source)
    case .appForegrounded(let foreground):
      self.init(trigger: .foreground, now: time, source: source, isBusy: foreground.isBusy)
    case .operationAttempted: self.init(trigger: .operation, now: time, source: source)
    default: return nil
    }
  }
}
