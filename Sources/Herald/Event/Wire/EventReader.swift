/// Reads events from their lines, one by one: the wire form in, a value out.
///
/// A line is judged on its own. What only a whole log can tell (that revisions have no gaps, that an id is new, that a
/// digest's document is at hand) is for the reader of logs to check, which adds a fetch's ``FetchSucceeded/reading`` too.
///
/// One reader for many lines is faster than one for each, because it keeps what comes again.
public struct EventReader {
  private var reader = LineReader()

  public init() {}

  /// Reads one event.
  ///
  /// - Parameters:
  ///   - line: one JSON object; white space around it is allowed.
  ///   - revision: the event's place in its stream where the line doesn't say so.
  /// - Throws: ``UnreadableEvent`` where the line is not an event.
  public mutating func event(_ line: String, revision: Int = 1) throws(UnreadableEvent) -> Event {
    try line.withBorrowedBytes { (bytes) throws(UnreadableEvent) in try event(in: bytes, revision: revision) }
  }

  /// Reads one event from UTF-8 bytes, which are checked to be that.
  ///
  /// - Parameters:
  ///   - utf8: one JSON object; white space around it is allowed.
  ///   - revision: the event's place in its stream where the line doesn't say so.
  /// - Throws: ``UnreadableEvent`` where the line is not an event.
  public mutating func event(utf8: Span<UInt8>, revision: Int = 1) throws(UnreadableEvent) -> Event {
    try utf8.withBorrowedBytes { (bytes) throws(UnreadableEvent) in try event(in: bytes, revision: revision) }
  }

  package mutating func event(in bytes: BorrowedBytes, revision: Int = 1) throws(UnreadableEvent) -> Event {
    do throws(WireFault) {
      let line = try reader.read(bytes)
      if !line.isRepeated { reader.keep(line) }
      return line.event(in: bytes, revision: line.revision ?? revision)
    } catch {
      throw UnreadableEvent(diagnostic: error.diagnostic(file: nil, line: 1, bytes: bytes))
    }
  }
}

/// A line that is not an event.
public struct UnreadableEvent: DiagnosticError, Hashable, Sendable {
  /// What is wrong with it, at which column, why, and the fix.
  public let diagnostic: Diagnostic

  public var diagnostics: [Diagnostic] { [diagnostic] }
}
