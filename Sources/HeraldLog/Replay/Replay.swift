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

  init(_ parts: borrowing EventLine, in line: UnsafeBufferPointer<UInt8>, revision: Int, position: Int) {
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
  public mutating func decided(_ decision: Decision) throws {}
  public mutating func visit(_ step: ReplayStep) throws {}
  public mutating func folded(
    _ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?
  ) throws {}
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {}
}

/// One stream while it's replayed.
struct StreamFold {
  var state: InstallationState
  private(set) var isOver = false

  init(_ state: InstallationState = InstallationState()) { self.state = state }

  @inline(__always)
  mutating func apply<Visitor: ReplayVisitor>(
    _ data: EventData, at time: DeviceTime, revision: Int, source: @autoclosure () -> ExactString, limit: ReplayLimit?,
    decider: inout Decider, visitor: inout Visitor, event: () throws -> WrittenEvent
  ) throws {
    if isOver { return }
    if let limit, !limit.allows(revision: revision, time: time.moment) {
      isOver = true
      return
    }
    if visitor.wantsSteps {
      return try step(data, at: time, revision: revision, source: source(), &decider, &visitor, event)
    }
    state.apply(data, at: time, revision: revision)
    if visitor.wantsFacts {
      let decision = Question(data, at: time, of: source()).map { decider.decide($0, in: state) }
      if visitor.wantsDecisions, let decision { try visitor.decided(decision) }
      let fact = Fact(revision: revision, time: time, data: data)
      return try visitor.folded(fact, of: source(), to: state, decision: decision)
    }
    if visitor.wantsDecisions, let question = Question(data, at: time, of: source()) {
      try visitor.decided(decider.decide(question, in: state))
    }
  }

  /// The same for a visitor that wants to see every step.
  private mutating func step<Visitor: ReplayVisitor>(
    _ data: EventData, at time: DeviceTime, revision: Int, source: ExactString, _ decider: inout Decider,
    _ visitor: inout Visitor, _ event: () throws -> WrittenEvent
  ) throws {
    let before = state
    state.apply(data, at: time, revision: revision)
    let decision = Question(data, at: time, of: source).map { decider.decide($0, in: state) }
    if visitor.wantsDecisions, let decision { try visitor.decided(decision) }
    let written = try event()
    try visitor.visit(
      ReplayStep(
        event: written.event, before: before, state: state, decision: decision, position: written.position,
        writtenData: written.data))
  }
}

extension LogReader {
  /// Replays the log, streams mixed as they come; each stream's end is told after the last line.
  ///
  /// - Parameters:
  ///   - source: one stream only, though every line is read; nil for all.
  ///   - limit: where each stream's replay ends.
  ///   - progress: told now and then how many bytes were read.
  public func replay<Visitor: ReplayVisitor>(
    of source: ExactString? = nil, until limit: ReplayLimit? = nil, progress: ((Int) -> Void)? = nil,
    visitor: inout Visitor
  ) throws {
    var folds = InPlaceList<StreamFold>()
    var decider = Decider()
    var untilProgress = 0
    var position = 0
    while try next({ entry, parts in
      position += 1
      if let source, index[entry.stream].source != source { return }
      while entry.stream >= folds.count { folds.append(StreamFold()) }
      try folds[entry.stream].apply(
        parts.data, at: parts.time, revision: entry.revision, source: index[entry.stream].source, limit: limit,
        decider: &decider, visitor: &visitor
      ) {
        WrittenEvent(parts, in: entry.line, revision: entry.revision, position: position)
      }
    }) {
      if let near = likelyStream(at: 5), near < folds.count { folds.prefetch(near) }
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(feed.position)
      }
    }
    for number in 0..<folds.count where source == nil || index[number].source == source {
      try visitor.ended(index[number].source, in: folds[number].state)
    }
  }
}

extension LogReader {
  /// Reads to the end without folding, so that a log with bad lines is refused before anything is said of it.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  public func check() throws {
    while try next({ _, _ in }) {}
  }

  /// A reader of the same log from its beginning, once this one has come to the end: what came through a pipe or was
  /// packed is read from the copy in a temporary file that its source keeps. It reports nothing a second time.
  ///
  /// - Throws: ``LogFileError`` where no more files can be opened.
  public func again(shelf: DocumentShelf) throws -> LogReader {
    LogReader(log: try feed.source.again(), shelf: shelf, options: options)
  }

  /// The size of the log in bytes, where it is known beforehand.
  public var size: Int? { feed.source.size }

  /// A reader of a log in JSON Lines.
  ///
  /// - Parameters:
  ///   - source: the log's bytes.
  ///   - shelf: where the log's documents are kept and read.
  ///   - options: how strictly the log is read.
  ///   - report: takes findings that refuse nothing: a torn last line, gaps, lines left out.
  public convenience init(
    log source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.init(source, shelf: shelf, options: options, schema: .current, base: nil, report: report)
  }
}
