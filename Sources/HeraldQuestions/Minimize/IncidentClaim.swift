package import Herald

/// The part of an incident that stays so while the incident gets smaller.
///
/// It follows the events of each smaller log in their order. Its progress is a value, because a log that lacks an event
/// is followed from that event on alone.
package protocol IncidentClaim {
  /// The knowledge of the claim after some events.
  associatedtype Progress
  /// The knowledge before the first event.
  var beginning: Progress { get }
  /// The indices of the events that never go.
  var stays: Set<Int> { get }
  /// Takes note of the next event before it is folded.
  func meet(_ index: Int, _ fact: borrowing Fact, in state: borrowing InstallationState, _ progress: inout Progress)
  /// Takes note of the next event.
  ///
  /// - Returns: what is not so any more; nil where all still may be.
  func take(_ moment: borrowing RelivedMoment, _ progress: inout Progress) -> KeptPart?
  /// Ends the log.
  ///
  /// - Parameter judged: the judgement on a decision whose prompt the log does not show.
  /// - Returns: what is not so; nil where all is.
  func end(_ judged: JudgedPrompt?, _ progress: Progress) -> KeptPart?
}

extension IncidentClaim {
  package func meet(
    _ index: Int, _ fact: borrowing Fact, in state: borrowing InstallationState, _ progress: inout Progress
  ) {}
}

/// An event of a smaller log, after it was folded.
package struct RelivedMoment {
  /// The event's index in its incident.
  package let index: Int
  /// The state after the event.
  package let state: InstallationState
  /// The decision on it; nil for an event that asks for none.
  package let decision: Decision?
  /// The judgement that the event makes possible.
  package let judged: JudgedPrompt?
}

/// A part of an answer that stays so.
package enum KeptPart: Hashable, Sendable {
  /// The reason, the rule or the kind.
  case answer
  /// A test that a rule failed.
  case test(rule: ExactString, RuleTest)
  /// A property that a failed test compares.
  case property(ExactString)
  /// The refusal that the state told.
  case refusal
  /// The verdict on the showing, or on the decision.
  case verdict
  /// The effect of the event that is asked about, and the decision behind it.
  case event
  /// Another claim's part.
  case other
}
