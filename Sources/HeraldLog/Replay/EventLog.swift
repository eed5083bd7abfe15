public import Herald

/// A log whose events can be replayed: lines, which ``LogReader`` reads, or a ledger, which ``LedgerReader`` reads.
public protocol EventLog: AnyObject {
  /// Events that came again, among those read so far; 0 for a ledger, which keeps none twice.
  var duplicates: Int { get }

  /// The document with a digest; nil where no event read so far brought it.
  func document(_ digest: ExactString) throws -> String?

  /// Replays the log; what the visitor asks for is worked out.
  ///
  /// - Parameters:
  ///   - scope: which events, in which order.
  ///   - progress: called now and then with the part that is done, from 0 to 1; not where the log's size is unknown.
  func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor) throws

  /// Replays the log and writes its lines: decisions as they are taken, and the states in which its streams end.
  ///
  /// - Parameters:
  ///   - output: which lines are written.
  ///   - jobs: how many threads may work; a log in lines is read by one.
  ///   - limit: where each stream's replay ends.
  ///   - progress: as for ``replay(_:progress:visitor:)``.
  ///   - send: takes lines, many at a time.
  func replayLines(
    _ output: ReplayOutput, jobs: Int, until limit: ReplayLimit?, progress: ((Double) -> Void)?,
    send: (ArraySlice<UInt8>) throws -> Void) throws

  /// The log from its beginning, once it was replayed to its end; findings are not reported a second time.
  ///
  /// - Parameter shelf: the documents of a log in lines. A ledger keeps its own.
  func again(shelf: DocumentShelf) throws -> Self
}

/// A log whose lines can be read one by one.
package protocol LineLog: EventLog {
  /// Reads the log as lines, in its order.
  ///
  /// - Parameter body: takes the reader, and a function that tells the part of the log that was read, from 0 to 1; nil
  ///   where its size is unknown. It is to be called once after each line.
  func withLog<Result>(_ body: (LogReader, _ share: @escaping () -> Double?) throws -> Result) throws -> Result
}

/// Which events of a log are replayed.
public struct ReplayScope: Hashable, Sendable {
  /// One installation; nil for all. A log in lines is replayed whole.
  public var source: ExactString?
  /// Where each stream's replay ends; nil for its end.
  public var limit: ReplayLimit?
  /// Whether the visitor needs no order but that of each installation's own events. A log of very many installations
  /// then takes no more memory than one of ``LogReader/installationsAtOnce``.
  public var isInAnyOrder: Bool

  public init(source: ExactString? = nil, until limit: ReplayLimit? = nil, isInAnyOrder: Bool = false) {
    self.source = source
    self.limit = limit
    self.isInAnyOrder = isInAnyOrder
  }
}

extension LogReader: LineLog {
  public func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws {
    try replay(
      until: scope.limit, atOnce: scope.isInAnyOrder ? Self.installationsAtOnce : .max, progress: inBytes(progress),
      visitor: &visitor)
  }

  public func replayLines(
    _ output: ReplayOutput, jobs: Int, until limit: ReplayLimit?, progress: ((Double) -> Void)?,
    send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try replayLines(output, until: limit, progress: inBytes(progress), send: send)
  }

  package func withLog<Result>(
    _ body: (LogReader, _ share: @escaping () -> Double?) throws -> Result
  ) throws -> Result {
    try body(self) { self.size.map { Double(self.position) / Double(max(1, $0)) } }
  }

  private func inBytes(_ progress: ((Double) -> Void)?) -> ((Int) -> Void)? {
    guard let progress, let size else { return nil }
    return { progress(Double($0) / Double(max(1, size))) }
  }
}
