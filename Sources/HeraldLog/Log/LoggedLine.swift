package import Herald

/// One line of a log with the event that it holds.
package struct LoggedLine: Sendable {
  package let event: Event
  /// The line as it is written, its newline left out.
  package let bytes: [UInt8]
  /// Whether the line says its revision itself; otherwise the lines' order gave it.
  package let isNumbered: Bool
  /// The installation, numbered from 0 in the order in which they appear; nil for an event that was there before, which
  /// is no second fact.
  package let stream: Int?
}

extension LogReader {
  /// Reads the next line that holds an event, and sends it on; before it any lines that repeat an earlier event, which a
  /// replay passes over.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  package func nextLines(_ send: (LoggedLine) throws -> Void) throws -> Bool {
    var found: [LoggedLine] = []
    repeated = { parts, line in found.append(Self.line(parts, line, revision: parts.revision ?? 0, stream: nil)) }
    defer { repeated = nil }
    let isThere = try next { entry, parts in
      found.append(Self.line(parts, entry.line, revision: entry.revision, stream: entry.stream))
    }
    try found.forEach(send)
    return isThere
  }

  private static func line(
    _ parts: EventLine, _ bytes: UnsafeBufferPointer<UInt8>, revision: Int, stream: Int?
  ) -> LoggedLine {
    LoggedLine(
      event: parts.event(in: bytes, revision: revision), bytes: Array(bytes), isNumbered: parts.revision != nil,
      stream: stream)
  }

  /// How many bytes of the log were read.
  package var position: Int { feed.position }
}
