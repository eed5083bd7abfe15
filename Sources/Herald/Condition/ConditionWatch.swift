/// Watches a condition over one stream, event by event: a condition may begin to hold and cease to more than once.
public struct ConditionWatch: Sendable {
  public let condition: Condition
  /// Whether it holds after the last event.
  public private(set) var holds: Bool
  /// The first revision after which it holds; 0 where it holds before any event; nil where it never did.
  public private(set) var first: Int?
  /// The first revision after ``first`` after which it does not hold; nil where it never ceased.
  public private(set) var ceased: Int?
  /// How often it began to hold.
  public private(set) var beginnings: Int
  /// The last decision taken.
  public private(set) var decision: Decision?

  /// Begins with the empty stream.
  public init(_ condition: Condition) {
    self.condition = condition
    holds = condition.holds(in: InstallationState(), decision: nil)
    first = holds ? 0 : nil
    beginnings = holds ? 1 : 0
  }

  /// Takes the state after the next event in.
  ///
  /// - Parameter decision: what was decided on the event; nil where it asked nothing, and the last decision stays.
  /// - Returns: whether it began to hold or ceased to with this event.
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
