public import Herald

/// Follows a replay: each installation's beginning, its events and its end.
///
/// ```swift
/// struct Showings: ReplayVisitor {
///   var prompts: [ExactString: Int] = [:]
///   mutating func visit(_ moment: inout ReplayMoment) {
///     guard let decision = moment.decision, decision.reason == .shown else { return }
///     prompts[moment.source, default: 0] += 1
///   }
/// }
/// ```
public protocol ReplayVisitor {
  /// False for a visitor that never asks for a state. Events are not folded then, and each stream ends in the state in
  /// which it began.
  var needsStates: Bool { get }
  /// Called before the first event of a stream whose earlier events were forgotten, with the state that was kept. Most
  /// visitors need only the states that later calls pass.
  mutating func began(_ source: ExactString, in state: InstallationState) throws
  /// Called with each event. What the moment is not asked for is not computed.
  mutating func visit(_ moment: inout ReplayMoment) throws
  /// Called with the state after a stream's last event.
  mutating func ended(_ source: ExactString, in state: InstallationState) throws
}

extension ReplayVisitor {
  /// Asks for states.
  @inlinable public var needsStates: Bool { true }

  /// Ignores what was forgotten.
  public mutating func began(_ source: ExactString, in state: InstallationState) throws {}

  /// Ignores the events.
  @inlinable public mutating func visit(_ moment: inout ReplayMoment) throws {}

  /// Ignores the end of a stream.
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {}
}
