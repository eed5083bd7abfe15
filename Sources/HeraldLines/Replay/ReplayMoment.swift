public import Herald

/// One event of a replay, as a visitor meets it. Its state, decision and envelope are computed when they are asked for.
///
/// The event is folded when ``state`` or a decision is first asked for, in place; so ``before`` is asked for first. An
/// event that no visitor asks about is folded after the visit.
public struct ReplayMoment: ~Copyable {
  /// The event's time.
  public let time: DeviceTime
  /// The event's place in its stream, from 1.
  public let revision: Int
  @usableFromInline let dataInReader: UnsafeMutablePointer<EventData>
  @usableFromInline let stateInReader: UnsafeMutablePointer<InstallationState>
  @usableFromInline package let decider: UnsafeMutablePointer<Decider>
  @usableFromInline var isFolded = false
  let origin: EventOrigin

  /// - Parameters:
  ///   - data, state, decider: stay where they are while the moment exists.
  ///   - origin: finds the parts of the event's line that a fact lacks.
  @inline(__always)
  init(
    _ data: UnsafeMutablePointer<EventData>, at time: DeviceTime, revision: Int, from origin: EventOrigin,
    into state: UnsafeMutablePointer<InstallationState>, decider: UnsafeMutablePointer<Decider>
  ) {
    self.time = time
    self.revision = revision
    dataInReader = data
    stateInReader = state
    self.decider = decider
    self.origin = origin
  }

  /// The event's data.
  @inlinable public var data: EventData {
    unsafeAddress { UnsafePointer(dataInReader) }
  }

  /// The installation.
  public var source: ExactString { origin.source }

  /// The installation's number in what is replayed. In a log the numbers begin at 0, in the order of appearance.
  package var stream: Int { origin.stream }

  /// The event without id and source.
  public var fact: Fact { Fact(revision: revision, time: time, data: data) }

  /// The state before the event. It must be asked for before the state after the event and the decision.
  @inlinable public var before: InstallationState {
    unsafeAddress {
      precondition(!isFolded, "`before` was asked for after the event was folded.")
      return UnsafePointer(stateInReader)
    }
  }

  /// The state after the event.
  @inlinable public var state: InstallationState {
    mutating unsafeAddress {
      fold()
      return UnsafePointer(stateInReader)
    }
  }

  /// Passes the data, and the state after the event, by address: the compiler would copy both where they are passed as
  /// values. Nobody changes them.
  @inlinable
  @inline(__always)
  package mutating func withState<Result, Failure: Error>(
    _ body: (inout EventData, inout InstallationState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    fold()
    return try body(&dataInReader.pointee, &stateInReader.pointee)
  }

  /// Passes the data, and the state before the event, as ``withState(_:)`` does. It must be asked for before the state
  /// after the event and the decision.
  @inlinable
  @inline(__always)
  package func withStateBefore<Result, Failure: Error>(
    _ body: (inout EventData, inout InstallationState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(!isFolded, "The state before the event was asked for after the event was folded.")
    return try body(&dataInReader.pointee, &stateInReader.pointee)
  }

  /// The question that the event asks; nil for an event that asks for no decision.
  public var question: Question? {
    data.decisionTrigger.map { Question($0, by: data, at: time, of: source) }
  }

  /// The decision on the state after the event; nil for an event that asks for none.
  public var decision: Decision? {
    mutating get {
      fold()
      guard let asked = dataInReader.pointee.decisionTrigger else { return nil }
      return Self.decide(
        asked, &dataInReader.pointee, at: time, of: source, in: &stateInReader.pointee, by: &decider.pointee)
    }
  }

  /// Takes the decision on the state after the event; does nothing for an event that asks for none.
  ///
  /// Faster than an optional decision, which takes several copies of its 216 bytes. Bench row 2b.
  ///
  /// - Parameter body: takes the decision.
  public mutating func decided(_ body: (Decision) throws -> Void) rethrows {
    fold()
    guard let asked = dataInReader.pointee.decisionTrigger else { return }
    try body(
      Self.decide(asked, &dataInReader.pointee, at: time, of: source, in: &stateInReader.pointee, by: &decider.pointee))
  }

  /// Decides on values that are passed by address: the compiler would copy what two pointers may both reach.
  private static func decide(
    _ asked: (trigger: Trigger, isBusy: Bool), _ data: inout EventData, at time: DeviceTime, of source: ExactString,
    in state: inout InstallationState, by decider: inout Decider
  ) -> Decision {
    decider.decide(Question(asked, by: data, at: time, of: source), in: state)
  }

  /// The event with its envelope, and the parts of its line that a fact lacks.
  ///
  /// - Throws: ``LedgerError`` where the line cannot be read.
  public func event() throws -> EventWithSource { try origin.event(dataInReader.pointee, revision: revision) }

  /// The event with its envelope, the states around it and the decision. It costs far more than a fact.
  ///
  /// - Throws: ``LedgerError`` where the line cannot be read.
  public mutating func step() throws -> ReplayStep {
    let before = before
    let decision = decision
    let written = try event()
    return ReplayStep(
      event: written.event, before: before, state: stateInReader.pointee, decision: decision,
      position: written.position, writtenData: written.data)
  }

  /// Folds the event into the state, once.
  @usableFromInline
  package mutating func fold() {
    if isFolded { return }
    isFolded = true
    Self.fold(&dataInReader.pointee, at: time, revision: revision, into: &stateInReader.pointee)
  }

  private static func fold(
    _ data: inout EventData, at time: DeviceTime, revision: Int, into state: inout InstallationState
  ) {
    state.apply(data, at: time, revision: revision)
  }
}

/// The envelopes of events that are stored as facts.
package protocol EventEnvelopes {
  /// The event of a fact.
  ///
  /// - Parameters:
  ///   - key: the fact's place in the ledger.
  ///   - data: the fact's data.
  func event(key: Int64, data: EventData) throws -> EventWithSource
}

/// The stream whose facts are read, and the envelopes of its events.
package final class FactOrigin {
  package var source: ExactString = ""
  /// The ledger's number of the stream.
  package var stream = 0
  let envelopes: any EventEnvelopes

  package init(_ envelopes: any EventEnvelopes) { self.envelopes = envelopes }
}

/// The place from which an event was read, for the values that few visitors ask for. Readers outlive their moments, so
/// no reference is counted.
package enum EventOrigin {
  /// A line of a log.
  case line(Unmanaged<LogReader>, UnsafePointer<EventLine>, LogReader.Entry, position: Int)
  /// A fact of a ledger.
  case fact(Unmanaged<FactOrigin>, key: Int64)

  var source: ExactString {
    switch self {
    case .line(let reader, _, let entry, _):
      reader._withUnsafeGuaranteedRef { $0.admission.streams.source(of: entry.stream) }
    case .fact(let origin, _): origin._withUnsafeGuaranteedRef { $0.source }
    }
  }

  var stream: Int {
    switch self {
    case .line(_, _, let entry, _): entry.stream
    case .fact(let origin, _): origin._withUnsafeGuaranteedRef { $0.stream }
    }
  }

  func event(_ data: EventData, revision: Int) throws -> EventWithSource {
    switch self {
    case .line(_, let parts, let entry, let position):
      EventWithSource(parts.pointee, in: entry.line, revision: revision, position: position)
    case .fact(let origin, let key):
      try origin._withUnsafeGuaranteedRef { try $0.envelopes.event(key: key, data: data) }
    }
  }
}

/// Limits a replay of each stream.
public enum ReplayLimit: Hashable, Sendable {
  /// The replay ends after this revision.
  case revision(Int)
  /// The replay ends before the first event later than this.
  case time(Timestamp)

  /// True if an event is not later than the limit.
  ///
  /// - Parameters:
  ///   - revision: the event's revision.
  ///   - time: the event's time; for an event without a time, an instant that no limit comes before.
  package func allows(revision: Int, time: Timestamp) -> Bool {
    switch self {
    case .revision(let last): revision <= last
    case .time(let last): time <= last
    }
  }
}

/// One event of a replay, the states around it, and the decision that it asked for.
public struct ReplayStep: Sendable {
  /// The event.
  public let event: Event
  /// The state before the event.
  public let before: InstallationState
  /// The state after the event.
  public let state: InstallationState
  /// The decision on the state after the event; nil for an event that asks for none.
  public let decision: Decision?
  /// The event's place in its log or ledger, from 1, without repeated events; nil for an event of neither.
  public let position: Int?
  /// The event's data as it was written, in JSON; nil where it has none.
  public let writtenData: String?

  package init(
    event: Event, before: InstallationState, state: InstallationState, decision: Decision?, position: Int? = nil,
    writtenData: String? = nil
  ) {
    self.event = event
    self.before = before
    self.state = state
    self.decision = decision
    self.position = position
    self.writtenData = writtenData
  }
}

/// An event with the parts of its line that a fact lacks.
public struct EventWithSource: Sendable {
  /// The envelope as it was written, with the data as they were folded.
  public let event: Event
  /// The event's place in its log or ledger, from 1.
  public let position: Int
  /// The event's data as they were written, in JSON; nil where it has none.
  public let data: String?
  /// The event's arrival at a server; nil where no server received it, and for every event of a log.
  public let reception: Reception?

  package init(
    _ parts: borrowing EventLine, in line: BorrowedBytes, revision: Int, position: Int, reception: Reception? = nil
  ) {
    self.reception = reception
    data = parts.dataSpan.map { String(decoding: line.extracting($0), as: UTF8.self) }
    event = parts.event(in: line, revision: revision)
    self.position = position
  }
}
