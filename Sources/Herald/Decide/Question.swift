/// A request for a decision: everything that the decision depends on besides the state.
///
/// ```swift
/// let question = Question(trigger: .launch, now: event.time, source: event.source)
/// ```
public struct Question: Hashable, Sendable {
  /// The cause of the decision.
  public var trigger: Trigger
  /// The time of the event that asks, and the device's zone at it.
  public var now: DeviceTime
  /// The installation's name, which decides on rollouts.
  public var source: ExactString
  /// True if the user is in the middle of something.
  public var isBusy: Bool
  /// The operation that the user began; nil for any other trigger.
  public var operation: ExactString?

  /// Makes a question.
  ///
  /// - Parameters:
  ///   - now: the time of the event that asks, and the device's zone at that time; outside ``Timestamp/range`` its nearest
  ///     end, so that dates can be compared with it.
  ///   - source: the installation, as its events name it.
  ///   - isBusy: true if the user is in the middle of something.
  ///   - operation: the operation that the user began, for the trigger ``Trigger/operation``.
  public init(
    trigger: Trigger, now: DeviceTime, source: ExactString, isBusy: Bool = false, operation: ExactString? = nil
  ) {
    self.trigger = trigger
    self.now = Self.withinRange(now)
    self.source = source
    self.isBusy = isBusy
    self.operation = operation
  }

  /// The trigger, with the name of the operation.
  var triggerWords: String { trigger.words(with: operation) }

  /// The question that an event asks; nil for an event that is followed by no decision.
  public init?(_ data: borrowing EventData, at time: DeviceTime, of source: ExactString) {
    guard let asked = data.decisionTrigger else { return nil }
    self.init(asked, by: data, at: time, of: source)
  }

  /// The question that an event asks with its ``EventData/decisionTrigger``.
  package init(
    _ asked: (trigger: Trigger, isBusy: Bool), by data: borrowing EventData, at time: DeviceTime, of source: ExactString
  ) {
    trigger = asked.trigger
    now = Self.withinRange(time)
    self.source = source
    isBusy = asked.isBusy
    // Read separately, because most questions have none and a text is copied with everything that is read together.
    operation = asked.trigger == .operation ? data.operation : nil
  }

  /// The nearest time in ``Timestamp/range``.
  private static func withinRange(_ time: DeviceTime) -> DeviceTime {
    let range = Timestamp.range
    if range.contains(time.moment) { return time }
    return DeviceTime(
      moment: time.moment < range.lowerBound ? range.lowerBound : range.upperBound, offsetMinutes: time.offsetMinutes)
  }
}

extension Trigger {
  /// The trigger as rules name it: an operation with its name, where there is one.
  package func words(with operation: ExactString?) -> String {
    self == .operation ? operation.map { "\(rawValue):\($0)" } ?? rawValue : rawValue
  }
}
