public import Herald

/// Follows a replay. A visitor conforms to the protocol below that names what it asks for: ``DecisionVisitor``,
/// ``FactVisitor``, ``DecidedFactVisitor`` or ``StepVisitor``. What it does not ask for is not worked out.
///
///     struct LastRevisions: ReplayVisitor {
///       var revisions: [ExactString: Int] = [:]
///       mutating func ended(_ source: ExactString, in state: InstallationState) {
///         revisions[source] = state.revision
///       }
///     }
public protocol ReplayVisitor {
  /// Called when a stream has ended in a state.
  mutating func ended(_ source: ExactString, in state: InstallationState) throws
  /// Folds an event into its stream's state and tells the visitor what it asks for. Implemented by this protocol and by
  /// those that refine it; a visitor that conforms to several chooses one of them here.
  mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource) throws
}

extension ReplayVisitor {
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {}

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
  mutating func decided(_ decision: Decision) throws
}

extension DecisionVisitor {
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
    if let question = Question(data, at: time, of: source()) { try decided(decider.decide(question, in: state)) }
  }
}

/// Asks for the fact of every event, which costs far less than a step.
public protocol FactVisitor: ReplayVisitor {
  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState) throws
}

extension FactVisitor {
  @inline(__always)
  public mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
    try folded(Fact(revision: revision, time: time, data: data), of: source(), to: state)
  }
}

/// Asks for every event's fact and for what was decided on it.
public protocol DecidedFactVisitor: ReplayVisitor {
  /// - Parameter decision: nil after an event that asks nothing.
  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?) throws
}

extension DecidedFactVisitor {
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
    let decision = Question(data, at: time, of: source).map { decider.decide($0, in: state) }
    try folded(Fact(revision: revision, time: time, data: data), of: source, to: state, decision: decision)
  }
}

/// Asks for every event with its envelope, the states around it and what was decided.
public protocol StepVisitor: ReplayVisitor {
  mutating func visit(_ step: ReplayStep) throws
}

extension StepVisitor {
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
    let decision = Question(data, at: time, of: source).map { decider.decide($0, in: state) }
    let written = try event()
    try visit(
      ReplayStep(
        event: written.event, before: before, state: state, decision: decision, position: written.position,
        writtenData: written.data))
  }
}
