import Herald

/// Which lines a replay writes.
public struct ReplayOutput: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A line for each decision.
  public static let decisions = ReplayOutput(rawValue: 1)
  /// A line for the state in which each stream ends.
  public static let states = ReplayOutput(rawValue: 2)
}

/// Writes decisions and states as lines of JSON, and sends them on in large pieces.
struct OutcomeLines: DecisionVisitor {
  private let output: ReplayOutput
  private var writer = JSONWriter()
  private var encoder = DecisionEncoder()
  /// Nil keeps everything until it's taken.
  private let send: ((ArraySlice<UInt8>) throws -> Void)?
  private static let piece = 1 << 16

  init(_ output: ReplayOutput, send: ((ArraySlice<UInt8>) throws -> Void)? = nil) {
    self.output = output
    self.send = send
  }

  /// Decides only where decisions are written.
  @inline(__always)
  mutating func fold(
    _ data: EventData, at time: DeviceTime, revision: Int, of source: () -> ExactString,
    into state: inout InstallationState, decider: inout Decider, event: () throws -> EventWithSource
  ) throws {
    state.apply(data, at: time, revision: revision)
    guard output.contains(.decisions), let question = Question(data, at: time, of: source()) else { return }
    try decided(decider.decide(question, in: state))
  }

  /// What was written and not sent.
  var lines: ArraySlice<UInt8> { writer.output.written }

  mutating func decided(_ decision: Decision) throws {
    encoder.write(decision, into: &writer)
    try endLine()
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    guard output.contains(.states) else { return }
    state.write(source: source, into: &writer)
    try endLine()
  }

  @inline(__always)
  private mutating func endLine() throws {
    writer.raw("\n")
    if writer.output.count > Self.piece { try flush() }
  }

  /// Sends what is left.
  mutating func flush() throws {
    guard let send, !writer.output.isEmpty else { return }
    try send(lines)
    removeAll()
  }

  /// Begins anew, and keeps the room.
  mutating func removeAll() { writer.output.removeAll() }
}

extension LogReader {
  /// Replays the log and writes its lines: decisions as they are taken, states after the last event.
  public func replayLines(
    _ output: ReplayOutput, until limit: ReplayLimit? = nil, progress: ((Int) -> Void)? = nil,
    send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(send) { send in
      var visitor = OutcomeLines(output, send: send)
      try replay(until: limit, progress: progress, visitor: &visitor)
      try visitor.flush()
    }
  }
}
