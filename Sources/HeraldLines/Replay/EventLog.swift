public import Herald

/// A log whose events can be replayed: lines, which ``LogReader`` reads, or a ledger, which ``LedgerReader`` reads.
///
/// ```swift
/// func printDecisions(of log: any EventLog) throws {
///   try log.replayLines(.decisions, of: .all, jobs: 1, until: nil, progress: nil) { lines in
///     print(String(decoding: lines, as: UTF8.self), terminator: "")
///   }
/// }
/// ```
public protocol EventLog: AnyObject {
  /// The number of repeated events among those read so far; 0 for a ledger, which stores each event once.
  var duplicates: Int { get }

  /// The document with a digest; nil where no event read so far contains it.
  ///
  /// - Throws: ``LedgerError`` where a ledger cannot be read.
  func document(_ digest: ExactString) throws -> String?

  /// The installations of the events read so far; of a ledger, all.
  ///
  /// - Throws: ``LedgerError`` where a ledger cannot be read.
  func sources() throws -> [ExactString]

  /// The installations of ``sources()`` that a text means: the installation with this name; without it, all whose names
  /// contain the text.
  ///
  /// - Throws: ``LedgerError`` where a ledger cannot be read.
  func sources(meantBy text: ExactString) throws -> [ExactString]

  /// Replays the log, and computes only what the visitor asks for.
  ///
  /// - Parameters:
  ///   - scope: the events and their order.
  ///   - progress: called now and then with the part that is done, from 0 to 1; not where the log's size is unknown.
  func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor) throws

  /// Replays the log and writes its lines: decisions as they are taken, and the states in which its streams end.
  ///
  /// - Parameters:
  ///   - output: the kind of the lines.
  ///   - streams: the installations; a log in lines is read whole in any case.
  ///   - jobs: the largest number of threads; a log in lines, or one installation, is read by one.
  ///   - limit: the point at which each stream's replay ends.
  ///   - progress: as for ``replay(_:progress:visitor:)``.
  ///   - send: takes lines, many at a time.
  func replayLines(
    _ output: ReplayOutput, of streams: StreamSelection, jobs: Int, until limit: ReplayLimit?,
    progress: ((Double) -> Void)?, send: (ArraySlice<UInt8>) throws -> Void) throws

  /// The log from its beginning, after it was replayed to its end; findings are not reported a second time.
  ///
  /// - Parameter shelf: the documents of a log in lines. A ledger keeps its own.
  func again(shelf: DocumentShelf) throws -> Self
}

extension EventLog {
  /// Looks through all installations.
  ///
  /// - Throws: as ``sources()``.
  public func sources(meantBy text: ExactString) throws -> [ExactString] {
    Self.meant(by: text, among: try sources())
  }

  package static func meant(by text: ExactString, among sources: [ExactString]) -> [ExactString] {
    sources.contains(text) ? [text] : sources.filter { $0.contains(text) }
  }
}

/// A log whose lines can be read one by one.
package protocol LineLog: EventLog {
  /// Reads the log as lines, in its order.
  ///
  /// - Parameter body: takes the reader and a function, which it calls once after each line. The function returns the
  ///   part of the log that was read, from 0 to 1; nil where the log's size is unknown.
  func withLog<Result>(_ body: (LogReader, _ share: @escaping () -> Double?) throws -> Result) throws -> Result
}

/// Selects the events of a log that are replayed.
public struct ReplayScope: Hashable, Sendable {
  /// The installations; a log in lines is read whole in any case.
  public var streams: StreamSelection
  /// The point at which each stream's replay ends; nil for its end.
  public var limit: ReplayLimit?
  /// True if the visitor needs only the order of each installation's own events. A log of very many installations then
  /// takes no more memory than one of ``LogReader/installationsAtOnce``.
  public var isInAnyOrder: Bool

  /// Makes a scope; by default the whole log in its order.
  public init(_ streams: StreamSelection = .all, until limit: ReplayLimit? = nil, isInAnyOrder: Bool = false) {
    self.streams = streams
    self.limit = limit
    self.isInAnyOrder = isInAnyOrder
  }
}

extension LogReader: LineLog {
  /// The installations of the events read so far, in the order of appearance.
  public func sources() -> [ExactString] {
    (0..<admission.streams.count).filter { admission.streams[$0].head > 0 }.map { admission.streams.source(of: $0) }
  }

  /// Reads the whole log, and replays the streams of a scope.
  ///
  /// - Throws: as `replay(of:until:atOnce:progress:visitor:)`.
  public func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws {
    try replay(
      scope.streams, until: scope.limit, atOnce: scope.isInAnyOrder ? Self.installationsAtOnce : .max,
      progress: inBytes(progress),
      visitor: &visitor)
  }

  /// Replays the log on one thread, whatever `jobs` is, and writes its lines.
  ///
  /// - Throws: as ``replayLines(_:of:until:progress:send:)``.
  public func replayLines(
    _ output: ReplayOutput, of streams: StreamSelection, jobs: Int, until limit: ReplayLimit?,
    progress: ((Double) -> Void)?, send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try replayLines(output, of: streams, until: limit, progress: inBytes(progress), send: send)
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
