public import Herald

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

  package init(_ parts: borrowing EventLine, in line: BorrowedBytes, revision: Int, position: Int) {
    data = parts.dataSpan.map { String(decoding: line.extracting($0), as: UTF8.self) }
    event = parts.event(in: line, revision: revision)
    self.position = position
  }
}
