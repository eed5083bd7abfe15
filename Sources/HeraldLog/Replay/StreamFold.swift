import Herald

/// The state of one stream during a replay.
struct StreamFold {
  var state: InstallationState
  private(set) var isOver = false

  init(_ state: InstallationState = InstallationState()) { self.state = state }

  @inline(__always)
  mutating func apply<Visitor: ReplayVisitor>(
    _ data: UnsafePointer<EventData>, at time: DeviceTime, revision: Int, from origin: EventOrigin,
    until limit: ReplayLimit?, decider: inout Decider, visitor: inout Visitor
  ) throws {
    if isOver { return }
    if let limit, !limit.allows(revision: revision, time: time.moment) {
      isOver = true
      return
    }
    try withUnsafeMutablePointer(to: &state) { state in
      try withUnsafeMutablePointer(to: &decider) { decider in
        var moment = ReplayMoment(data, at: time, revision: revision, from: origin, into: state, decider: decider)
        try visitor.visit(&moment)
        if visitor.needsStates { moment.fold() }
      }
    }
  }
}

/// The states of consecutive streams, while their events are folded.
struct StreamFolds: ~Copyable {
  /// The first stream's number.
  private var first = 0
  private var folds = BlockList<StreamFold>()
  private var decider = Decider()
  private let limit: ReplayLimit?

  init(until limit: ReplayLimit?) { self.limit = limit }

  /// Drops all states and starts with the streams from `first` on.
  mutating func begin(at first: Int) {
    self.first = first
    folds = BlockList()
  }

  @inline(__always)
  mutating func apply<Visitor: ReplayVisitor>(
    _ parts: inout EventLine, _ entry: LogReader.Entry, of reader: LogReader, at position: Int,
    after anchors: [Int: InstallationState], visitor: inout Visitor
  ) throws {
    let place = entry.stream - first
    while place >= folds.count {
      folds.append(
        StreamFold(anchors.isEmpty ? InstallationState() : anchors[folds.count + first] ?? InstallationState()))
    }
    let time = parts.time
    try withUnsafeMutablePointer(to: &parts) { parts in
      try withUnsafeMutablePointer(to: &parts.pointee.data) { data in
        try folds[place].apply(
          data, at: time, revision: entry.revision,
          from: .line(.passUnretained(reader), parts, entry, position: position), until: limit, decider: &decider,
          visitor: &visitor)
      }
    }
  }

  /// The state of a stream after its events so far; nil before the first of the streams from it on.
  func state(of number: Int) -> InstallationState? {
    number >= first && number - first < folds.count ? folds[number - first].state : nil
  }

  /// Prefetches the state of a stream while other work is done.
  @inline(__always)
  func prefetch(_ number: Int) {
    if number >= first, number - first < folds.count { folds.prefetch(number - first) }
  }
}
