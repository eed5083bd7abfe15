package import Herald

/// One line of a log with its event.
package struct LoggedLine: Sendable {
  package let event: Event
  /// The line as it was written, without its newline.
  package let bytes: [UInt8]
  /// True if the line names its revision; otherwise the order of lines gave it.
  package let isNumbered: Bool
  /// The installation's number, from 0 in the order of appearance; nil for a repeated event, which adds no fact.
  package let stream: Int?
  /// The place of the event's data in the line; nil where it has none.
  package let data: Range<Int>?

  /// The line with a document added to its data, for a fetch that names the document by its digest alone.
  package func bringing(_ document: String) -> [UInt8] {
    guard let data else { return bytes }
    var member = JSONWriter()
    member.object { $0.member("document", document) }
    // The member's first brace opens the data, and a comma replaces its last one.
    let inserted = member.bytes.dropLast() + [UInt8(ascii: ",")]
    return Array(bytes[..<data.lowerBound] + inserted + bytes[(data.lowerBound + 1)...])
  }
}

extension LogReader {
  /// Reads up to the next new event and passes its line to `send`, after the lines before it that repeat earlier
  /// events.
  ///
  /// - Returns: false at the end of the log.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  package func nextLines(_ send: (LoggedLine) throws -> Void) throws -> Bool {
    var found: [LoggedLine] = []
    let isThere = try next(
      repeated: { parts, line in
        found.append(Self.line(parts, line, revision: parts.revision ?? 0, stream: nil))
      }
    ) { entry, parts in
      found.append(Self.line(parts, entry.line, revision: entry.revision, stream: entry.stream))
    }
    try found.forEach(send)
    return isThere
  }

  private static func line(
    _ parts: borrowing EventLine, _ bytes: BorrowedBytes, revision: Int, stream: Int?
  ) -> LoggedLine {
    LoggedLine(
      event: parts.event(in: bytes, revision: revision), bytes: Array(bytes), isNumbered: parts.revision != nil,
      stream: stream, data: parts.dataSpan)
  }

  /// Reads the log to its end, and passes each policy that its fetches brought, some of them more than once.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  package func eachPolicy(_ send: (Policy) -> Void) throws {
    var last: Policy?
    while try next({ _, parts in
      guard case .fetchSucceeded(let fetch) = parts.data, case .accepted(let policy) = fetch.reading,
        policy.shared !== last
      else { return }
      last = policy.shared
      send(policy)
    }) {}
  }

  /// The number of bytes of the log that were read.
  package var position: Int { feed.position }
}
