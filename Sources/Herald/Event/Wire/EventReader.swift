/// Reads events from their lines, one by one.
///
/// ```swift
/// var reader = EventReader()
/// for (index, line) in lines.enumerated() {
///   let event = try reader.event(line, revision: index + 1)
///   print(event.source, event.revision, event.type)
/// }
/// ```
///
/// It checks each line by itself. `LogReader` of HeraldLog makes the checks that need the whole log: that revisions
/// have no gaps, that an id is new, and that a digest's document is known. It also adds a fetch's
/// ``FetchSucceeded/reading``.
///
/// Use one reader for many lines: it caches recurring texts and data.
public struct EventReader {
  private var reader = LineReader()

  /// Makes a reader with an empty cache.
  public init() {}

  /// Reads one event.
  ///
  /// - Parameters:
  ///   - line: one JSON object; white space around it is allowed.
  ///   - revision: the event's revision if the line has none.
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
      var line = try reader.read(bytes)
      if !line.isRepeated { reader.keep(&line) }
      return line.event(in: bytes, revision: line.revision ?? revision)
    } catch {
      throw UnreadableEvent(diagnostic: error.diagnostic(file: nil, line: 1, bytes: bytes))
    }
  }
}

/// A line that is not an event.
public struct UnreadableEvent: DiagnosticError, Hashable, Sendable {
  /// The finding: what is wrong, at which column, why, and how to fix it.
  public let diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }
}
