public import Herald

/// Follows a condition over one stream, event by event. A condition may begin and cease to hold more than once.
///
/// ```swift
/// var watch = ConditionWatch(try Condition("visible != null"))
/// for event in events {
///   state.apply(event.fact)
///   if watch.note(state, decision: nil) { print(event.revision, watch.holds) }
/// }
/// ```
public struct ConditionWatch: Sendable {
  /// The condition.
  public let condition: Condition
  /// True if the condition holds after the last event.
  public private(set) var holds: Bool
  /// The first revision after which it holds; 0 where it holds before any event; nil where it never did.
  public private(set) var first: Int?
  /// The first revision after ``first`` after which it does not hold; nil where it never ceased.
  public private(set) var ceased: Int?
  /// The number of times that it began to hold.
  public private(set) var beginnings: Int
  /// The last decision; nil before the first.
  public private(set) var decision: Decision?

  /// Starts at the empty stream.
  public init(_ condition: Condition) {
    self.condition = condition
    holds = condition.holds(in: InstallationState(), decision: nil)
    first = holds ? 0 : nil
    beginnings = holds ? 1 : 0
  }

  /// Evaluates the condition on the state after the next event.
  ///
  /// - Parameter decision: the decision on the event; nil for an event without one, which keeps the last decision.
  /// - Returns: true if the condition began or ceased to hold with this event.
  public mutating func note(_ state: InstallationState, decision: Decision?) -> Bool {
    if let decision { self.decision = decision }
    let held = holds
    holds = condition.holds(in: state, decision: self.decision)
    if holds == held { return false }
    if holds {
      first = first ?? state.revision
      beginnings += 1
    } else {
      ceased = ceased ?? state.revision
    }
    return true
  }
}
