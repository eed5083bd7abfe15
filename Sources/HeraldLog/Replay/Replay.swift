public import Herald

/// Where a replay ends in each stream; without one it goes to the end.
public enum ReplayLimit: Hashable, Sendable {
  /// After this revision.
  case revision(Int)
  /// Before the first event later than this.
  case time(Timestamp)

  func allows(revision: Int, time: Timestamp) -> Bool {
    switch self {
    case .revision(let last): revision <= last
    case .time(let last): time <= last
    }
  }
}

/// One event of a replay, and what followed from it.
public struct ReplayStep: Sendable {
  public let event: Event
  /// The state before the event.
  public let before: InstallationState
  /// The state after the event.
  public let state: InstallationState
  /// What was decided on it; nil after an event that asks nothing.
  public let decision: Decision?
  /// The event's place in its log or ledger, from 1, events that came again not counted; nil for one of neither.
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

/// An event with what only its line tells of it.
struct WrittenEvent {
  let event: Event
  let position: Int
  let data: String?

  init(_ parts: EventLine, in line: UnsafeBufferPointer<UInt8>, revision: Int, position: Int) {
    data = parts.dataSpan.map { String(decoding: UnsafeBufferPointer(rebasing: line[$0]), as: UTF8.self) }
    event = parts.event(in: line, revision: revision)
    self.position = position
  }
}

/// Whoever looks on while a log is replayed. What it doesn't ask for isn't worked out.
public protocol ReplayVisitor {
  /// Whether ``decided(_:)`` is called.
  var wantsDecisions: Bool { get }
  /// Whether ``visit(_:)`` is called.
  var wantsSteps: Bool { get }
  /// Whether ``folded(_:of:to:decision:)`` is called.
  var wantsFacts: Bool { get }
  /// Whether that comes with the decision on the fact; otherwise it comes with none.
  var wantsDecisionsOfFacts: Bool { get }
  /// A decision was taken.
  mutating func decided(_ decision: Decision) throws
  /// An event was folded.
  mutating func visit(_ step: ReplayStep) throws
  /// An event was folded: the same for those who need no more of it than its fact, which costs far less.
  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?) throws
  /// A stream has ended in a state.
  mutating func ended(_ source: ExactString, in state: InstallationState) throws
}

extension ReplayVisitor {
  public var wantsDecisions: Bool { false }
  public var wantsSteps: Bool { false }
  public var wantsFacts: Bool { false }
  public var wantsDecisionsOfFacts: Bool { true }
  public mutating func decided(_ decision: Decision) throws {}
  public mutating func visit(_ step: ReplayStep) throws {}
  public mutating func folded(
    _ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?
  ) throws {}
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {}
}
