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
  @usableFromInline let dataInReader: UnsafePointer<EventData>
  @usableFromInline let stateInReader: UnsafeMutablePointer<InstallationState>
  @usableFromInline let decider: UnsafeMutablePointer<Decider>
  @usableFromInline var isFolded = false
  private let origin: EventOrigin

  /// - Parameters:
  ///   - data, state, decider: stay where they are while the moment exists.
  ///   - origin: finds the parts of the event's line that a fact lacks.
  @inline(__always)
  init(
    _ data: UnsafePointer<EventData>, at time: DeviceTime, revision: Int, from origin: EventOrigin,
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
    _read { yield dataInReader.pointee }
  }

  /// The installation.
  public var source: ExactString { origin.source }

  /// The event without id and source.
  public var fact: Fact { Fact(revision: revision, time: time, data: data) }

  /// The state before the event. It must be asked for before the state after the event and the decision.
  @inlinable public var before: InstallationState {
    _read {
      precondition(!isFolded, "`before` was asked for after the event was folded.")
      yield stateInReader.pointee
    }
  }

  /// The state after the event.
  @inlinable public var state: InstallationState {
    mutating _read {
      fold()
      yield stateInReader.pointee
    }
  }

  /// The question that the event asks; nil for an event that asks for no decision.
  public var question: Question? {
    data.decisionTrigger.map { Question($0, by: data, at: time, of: source) }
  }

  /// The decision on the state after the event; nil for an event that asks for none.
  public var decision: Decision? {
    mutating get {
      fold()
      return decider.pointee.decide(after: dataInReader.pointee, at: time, of: source, in: stateInReader.pointee)
    }
  }

  /// Takes the decision on the state after the event; does nothing for an event that asks for none.
  ///
  /// Faster than an optional decision, which takes several copies of its 216 bytes. Bench row 2b.
  ///
  /// - Parameter body: takes the decision.
  @inline(__always)
  mutating func decided(_ body: (Decision) throws -> Void) rethrows {
    fold()
    guard let asked = dataInReader.pointee.decisionTrigger else { return }
    try body(
      decider.pointee.decide(
        Question(asked, by: dataInReader.pointee, at: time, of: source), in: stateInReader.pointee))
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
  mutating func fold() {
    if isFolded { return }
    isFolded = true
    stateInReader.pointee.apply(dataInReader.pointee, at: time, revision: revision)
  }
}

/// The place from which an event was read, for the values that few visitors ask for.
enum EventOrigin {
  /// A line of a log. The reader and the line stay as they are while the event is visited.
  case line(Unmanaged<LogReader>, UnsafePointer<EventLine>, LogReader.Entry, position: Int)
  /// A fact of a ledger.
  case fact(UnsafePointer<ExactString>, Unmanaged<EnvelopeLookup>, key: Int64)

  var source: ExactString {
    switch self {
    case .line(let reader, _, let entry, _): reader._withUnsafeGuaranteedRef { $0.admission.streams.source(of: entry.stream) }
    case .fact(let source, _, _): source.pointee
    }
  }

  func event(_ data: EventData, revision: Int) throws -> EventWithSource {
    switch self {
    case .line(_, let parts, let entry, let position):
      EventWithSource(parts.pointee, in: entry.line, revision: revision, position: position)
    case .fact(_, let lines, let key):
      try lines._withUnsafeGuaranteedRef { try $0.event(key: key, data: data) }
    }
  }
}
