package import Herald

/// A line of a log as it was written, for somebody else to judge, such as a server that it is sent to.
package struct PlainLine: Sendable {
  /// The kind of a line, as far as its sender has to know.
  package enum Kind: Hashable, Sendable {
    /// An event of an installation. It may still be wrong at its place.
    case event
    /// It is about a ledger, and not about an installation.
    case notice
    /// A last line that was cut off while it was written.
    case torn
    /// No event, such as a line that is not JSON.
    case other
  }

  /// The line's number in its log, from 1.
  package let number: Int
  /// The line's bytes, its newline left out.
  package let bytes: [UInt8]
  package let kind: Kind
  /// The installation; nil where it is not known.
  package let source: ExactString?

  /// The source of a line that could not be read as an event; nil where that cannot be read either.
  package static func source(of line: BorrowedBytes) -> ExactString? {
    let head = CanonicalHead(line)
    if head.isFound { return ExactString(JSONText(bytes: line).text(of: head.source)) }
    let node = try? JSONNode.read(String(decoding: line, as: UTF8.self)).node
    guard case .string(let source)? = node?[name: "source"]?.value, !source.isEmpty else { return nil }
    return ExactString(source)
  }
}

extension PlainLine {
  /// Looks at a line; nil for a blank one.
  package init?(_ line: LineFeed.Line, _ reader: inout LineReader) {
    (number, bytes) = (line.number, Array(line.bytes))
    do throws(WireFault) {
      var parts = try reader.read(line.bytes)
      if !parts.isRepeated { reader.keep(&parts) }
      let text = JSONText(bytes: line.bytes)
      kind = text.withBytes(of: parts.source, LedgerNotice.isLedger) ? .notice : .event
      source = ExactString(text.text(of: parts.source))
    } catch {
      if line.isBlank { return nil }
      kind = error.isUnparseable && !line.hasNewline && EventBeginning.isTorn(line.bytes) ? .torn : .other
      source = Self.source(of: line.bytes)
    }
  }
}

/// The lines of a log from front to back. Nothing is compared with other lines, and nothing is refused.
package final class PlainLines {
  private var feed: LineFeed
  private var reader = LineReader()

  /// - Parameter log: the log's bytes.
  package init(_ log: ByteSource) { feed = LineFeed(log) }

  /// The next line that is not blank; nil at the end.
  ///
  /// - Throws: ``LogFileError`` where reading fails, ``LogRefused`` for a line over ``LineFeed/longestLine`` bytes.
  package func next() throws -> PlainLine? {
    while let line = try feed.next() {
      if let plain = PlainLine(line, &reader) { return plain }
    }
    return nil
  }

  /// The error for a log without a line that is an event.
  package func noEvents() throws -> LogRefused {
    let file = feed.source.name
    return LogRefused(try FileLook(of: feed.source, 0..<feed.readBytes).finding(about: file))
  }

  /// The number of bytes in the lines that were returned.
  package var position: Int { feed.position }
}
