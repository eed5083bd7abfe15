import Herald

/// The kinds of lines that a replay writes.
public struct ReplayOutput: OptionSet, Hashable, Sendable {
  /// The bits of the kinds.
  public let rawValue: Int
  /// Makes a set of kinds from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A line for each decision.
  public static let decisions = ReplayOutput(rawValue: 1)
  /// A line for the state in which each stream ends.
  public static let states = ReplayOutput(rawValue: 2)
}

/// Writes decisions and states as lines of JSON, and passes them on in large pieces.
struct OutcomeWriter: ReplayVisitor {
  private let output: ReplayOutput
  private var writer = JSONWriter()
  private var encoder = DecisionEncoder()
  private var states = StateEncoder()
  /// Takes pieces of lines; nil keeps all lines in memory.
  private let send: ((ArraySlice<UInt8>) throws -> Void)?
  private static let piece = 1 << 16

  init(_ output: ReplayOutput, send: ((ArraySlice<UInt8>) throws -> Void)? = nil) {
    self.output = output
    self.send = send
  }

  /// Decides only where decisions are written.
  mutating func visit(_ moment: inout ReplayMoment) throws {
    guard output.contains(.decisions) else { return }
    try moment.decided {
      encoder.write($0, into: &writer)
      try endLine()
    }
  }

  /// The lines that were not passed on yet.
  var lines: ArraySlice<UInt8> { writer.output.written }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    guard output.contains(.states) else { return }
    states.write(state, source: source, into: &writer)
    try endLine()
  }

  private mutating func endLine() throws {
    writer.raw("\n")
    if writer.output.count > Self.piece { try flush() }
  }

  /// Passes on the remaining lines.
  mutating func flush() throws {
    guard let send, !writer.output.isEmpty else { return }
    try send(lines)
    removeAll()
  }

  /// Removes all lines and keeps the capacity.
  mutating func removeAll() { writer.output.removeAll() }
}

/// Each part keeps its lines, which are passed on in the ledger's order.
extension OutcomeWriter: ReplayFold, PartialFold {
  var makePart: @Sendable () -> OutcomeWriter {
    let output = output
    return { OutcomeWriter(output) }
  }

  mutating func add(_ part: inout OutcomeWriter) throws {
    try send?(part.lines)
    part.removeAll()
  }
}

extension LogReader {
  /// Replays the log and writes its lines: decisions as they are taken, states after the last event.
  ///
  /// - Parameters:
  ///   - output: the kind of the lines.
  ///   - streams: the installations; the log is read whole in any case.
  ///   - limit: the point at which each stream's replay ends; nil for its end.
  ///   - progress: called now and then with the number of bytes of the log that are done.
  ///   - send: takes lines, many at a time.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped, ``LogFileError``. Rethrows what `send`
  ///   throws.
  public func replayLines(
    _ output: ReplayOutput, of streams: StreamSelection = .all, until limit: ReplayLimit? = nil,
    progress: ((Int) -> Void)? = nil, send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(send) { send in
      var visitor = OutcomeWriter(output, send: send)
      try replay(streams, until: limit, progress: progress, visitor: &visitor)
      try visitor.flush()
    }
  }
}
