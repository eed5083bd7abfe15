import Herald

/// One stream while it's replayed.
struct StreamFold {
  var state: InstallationState
  private(set) var isOver = false

  init(_ state: InstallationState = InstallationState()) { self.state = state }

  @inline(__always)
  mutating func apply<Visitor: ReplayVisitor>(
    _ data: EventData, at time: DeviceTime, revision: Int, source: () -> ExactString, limit: ReplayLimit?,
    decider: inout Decider, visitor: inout Visitor, event: () throws -> EventWithSource
  ) throws {
    if isOver { return }
    if let limit, !limit.allows(revision: revision, time: time.moment) {
      isOver = true
      return
    }
    try visitor.fold(
      data, at: time, revision: revision, of: source, into: &state, decider: &decider, event: event)
  }
}

/// Streams of a log with numbers one after the other, while they are folded at once.
struct StreamFolds: ~Copyable {
  /// The first stream's number.
  private var first = 0
  private var folds = InPlaceList<StreamFold>()
  private var decider = Decider()
  private let limit: ReplayLimit?
  /// Where in a fold it's said where its records and the text of the visible prompt are: as Swift lays them out today,
  /// and of no consequence but time.
  private let recordsOffset = MemoryLayout<StreamFold>.offset(of: \.state.records) ?? 0
  private let promptOffset = (MemoryLayout<StreamFold>.offset(of: \.state.visible) ?? 0) + 8

  init(until limit: ReplayLimit?) { self.limit = limit }

  /// Forgets all streams, and goes on with those from this number on.
  mutating func begin(at first: Int) {
    self.first = first
    folds = InPlaceList()
  }

  @inline(__always)
  mutating func apply<Visitor: ReplayVisitor>(
    _ parts: borrowing EventLine, _ entry: LogReader.Entry, at position: Int, of source: () -> ExactString,
    visitor: inout Visitor
  ) throws {
    let place = entry.stream - first
    while place >= folds.count { folds.append(StreamFold()) }
    try folds[place].apply(
      parts.data, at: parts.time, revision: entry.revision, source: source, limit: limit, decider: &decider,
      visitor: &visitor
    ) {
      EventWithSource(parts, in: entry.line, revision: entry.revision, position: position)
    }
  }

  /// The state that a stream has come to.
  func state(of number: Int) -> InstallationState {
    number >= first && number - first < folds.count ? folds[number - first].state : InstallationState()
  }

  /// Has the state of a stream fetched while other work is done.
  @inline(__always)
  func prepare(_ number: Int) {
    if number >= first, number - first < folds.count { folds.prefetch(number - first) }
  }

  /// Some lines later: has fetched what that state refers to.
  @inline(__always)
  func prepareFurther(_ number: Int) {
    guard number >= first, number - first < folds.count else { return }
    folds.prefetch(behind: number - first, at: recordsOffset)
    folds.prefetch(behind: number - first, at: promptOffset)
  }
}
