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

/// An event with what only its line tells.
public struct EventWithSource: Sendable {
  /// The event as it was written, its data as they were folded.
  public let event: Event
  /// The event's place in its log or ledger, from 1.
  public let position: Int
  /// The event's data as they were written, in JSON; nil where it has none.
  public let data: String?

  init(_ parts: EventLine, in line: BorrowedBytes, revision: Int, position: Int) {
    data = parts.dataSpan.map { String(decoding: line.extracting($0), as: UTF8.self) }
    event = parts.event(in: line, revision: revision)
    self.position = position
  }
}
