public import Herald

/// Follows a replay.
///
/// A visitor conforms to one of ``DecisionVisitor``, ``FactVisitor``, ``DecidedFactVisitor`` and ``StepVisitor``, which
/// name the values that it needs. Other values are not computed.
///
/// ```swift
/// struct LastRevisions: ReplayVisitor {
///   var revisions: [ExactString: Int] = [:]
///   mutating func ended(_ source: ExactString, in state: InstallationState) {
///     revisions[source] = state.revision
///   }
/// }
/// ```
public protocol ReplayVisitor {
  /// Called before the first event of a stream whose earlier events were forgotten, with the state that was kept. Most
  /// visitors need only the states that later calls pass.
  mutating func began(_ source: ExactString, in state: InstallationState) throws
  /// Called with the state after a stream's last event.
  mutating func ended(_ source: ExactString, in state: InstallationState) throws
  /// Folds an event into its stream's state and calls the visitor. This protocol and those that refine it implement it;
  /// a visitor that conforms to several chooses one implementation here.
  mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource) throws
}

extension ReplayVisitor {
  /// Ignores what was forgotten.
  public mutating func began(_ source: ExactString, in state: InstallationState) throws {}

  /// Ignores the end of a stream.
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {}

  /// Folds the event into the state.
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
  }
}

/// Asks for every decision.
public protocol DecisionVisitor: ReplayVisitor {
  /// Called with each decision.
  mutating func decided(_ decision: Decision) throws
}

extension DecisionVisitor {
  /// Folds the event into the state, and decides where the event asks for a decision.
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
    // Not by an optional decision, which takes several copies of its 216 bytes. Bench row 2b.
    guard let asked = data.decisionTrigger else { return }
    try decided(decider.decide(Question(asked, by: data, at: time, of: source()), in: state))
  }
}

/// Asks for the fact of every event, which costs far less than a step.
public protocol FactVisitor: ReplayVisitor {
  /// Called with each fact and the state after it.
  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState) throws
}

extension FactVisitor {
  /// Folds the event into the state, and passes on its fact.
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
    try folded(Fact(revision: revision, time: time, data: data), of: source(), to: state)
  }
}

/// Asks for the fact of every event, and for the decision on it.
public protocol DecidedFactVisitor: ReplayVisitor {
  /// Called with each fact and the state after it.
  ///
  /// - Parameter decision: the decision on that state; nil for an event that asks for none.
  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?) throws
}

extension DecidedFactVisitor {
  /// Folds the event into the state, decides where the event asks for a decision, and passes on its fact.
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    try foldFact(data, at: time, revision: revision, of: source(), into: &state, decider: &decider)
  }

  /// ``ReplayVisitor/fold(_:at:revision:of:into:decider:event:)`` for a visitor that asks for steps only at times.
  @inline(__always)
  public mutating func foldFact(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: ExactString,
    into state: inout InstallationState, decider: inout Decider
  ) throws {
    state.apply(data, at: time, revision: revision)
    let decision = decider.decide(after: data, at: time, of: source, in: state)
    try folded(Fact(revision: revision, time: time, data: data), of: source, to: state, decision: decision)
  }
}

/// Asks for every event with its envelope, the states around it and the decision.
public protocol StepVisitor: ReplayVisitor {
  /// Called with each event.
  mutating func visit(_ step: ReplayStep) throws
}

extension StepVisitor {
  /// Folds the event into the state, decides where the event asks for a decision, and passes on the whole step.
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    try foldStep(
      data, at: time, revision: revision, of: source(), into: &state, decider: &decider, event: event)
  }

  /// ``ReplayVisitor/fold(_:at:revision:of:into:decider:event:)`` for a visitor that asks for steps only at times.
  public mutating func foldStep(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    let before = state
    state.apply(data, at: time, revision: revision)
    let decision = decider.decide(after: data, at: time, of: source, in: state)
    let written = try event()
    try visit(
      ReplayStep(
        event: written.event, before: before, state: state, decision: decision, position: written.position,
        writtenData: written.data))
  }
}
