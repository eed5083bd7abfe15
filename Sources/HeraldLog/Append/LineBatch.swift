public import Herald
import HeraldLines

/// The lines of one request, read and waiting to be appended together with other requests' lines.
///
/// Reading needs no ledger, so any number of batches can be read at once.
public struct LineBatch: Sendable {
  let bytes: [UInt8]
  let lines: [Line]
  /// The revisions that the batch's streams lack for good, so that a gap there is accepted.
  public var skipped: Set<Int> = []
  /// True to require that the sender begins with the first line of a stream that has events already. That proves that
  /// the stream is its own.
  public var mustShowFirstLine = false
  /// The arrival of the lines at a server, which is stored with their events; nil for none.
  public var reception: Reception?

  struct Line: Sendable {
    /// The line's number in the request, from 1.
    let number: Int
    /// The line's bytes, its newline left out.
    let range: Range<Int>
    let content: Content
    /// The line as it was sent, where users are replaced on arrival; nil elsewhere.
    var sent: SentLine?
  }

  enum Content: Sendable {
    case event(EventCandidate)
    /// A line that is not an event, and its source where that much of it could be read.
    case fault(Diagnostic, source: ExactString?)
  }

  /// The number of lines that are not blank.
  public var count: Int { lines.count }
  /// The number of bytes.
  public var size: Int { bytes.count }

  /// The sources of the events, in the order in which they first appear.
  public var sources: [ExactString] {
    var seen: Set<ExactString> = []
    return lines.compactMap { line in
      guard case .event(let event) = line.content, seen.insert(event.source).inserted else { return nil }
      return event.source
    }
  }

  /// Reads lines. A fault is kept beside its line, because the other lines may be good.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the request.
  ///   - ranges: the lines in it, their newlines left out; blank ones are passed over.
  ///   - name: the name of the request in findings.
  ///   - longest: the length of the longest line that is read, in bytes.
  public init(_ bytes: [UInt8], lines ranges: [Range<Int>], name: String, longestLine longest: Int = 16 << 20) {
    self.init(ReplacedLines(bytes: bytes, ranges: ranges), name: name, longestLine: longest)
  }

  /// Reads lines in which values may have been replaced.
  package init(_ replaced: ReplacedLines, name: String, longestLine longest: Int = 16 << 20) {
    let (bytes, ranges) = (replaced.bytes, replaced.ranges)
    self.bytes = bytes
    // Most requests have a few lines. A table for a whole log took a third of the time of a request with one.
    var reader = EventCandidate.Reader(lines: ranges.count)
    lines = bytes.withBorrowedBytes { all in
      var lines: [Line] = []
      lines.reserveCapacity(ranges.count)
      for (index, range) in ranges.enumerated() {
        let line = all.extracting(range)
        let content =
          range.count > min(longest, LineFeed.longestLine)
          ? .fault(Self.tooLong(longest, file: name, line: index + 1), source: nil)
          : Self.content(of: line, number: index + 1, name: name, &reader)
        guard let content else { continue }
        lines.append(
          Line(
            number: index + 1, range: range, content: content, sent: replaced.sent.isEmpty ? nil : replaced.sent[index])
        )
      }
      return lines
    }
  }

  /// The event of a line, or its fault; nil for a blank line.
  private static func content(
    of line: BorrowedBytes, number: Int, name: String, _ reader: inout EventCandidate.Reader
  ) -> Content? {
    do throws(WireFault) {
      let candidate = try reader.read(line)
      return candidate.isNotice ? .fault(notice(file: name, line: number), source: nil) : .event(candidate)
    } catch {
      if LineFeed.Line(bytes: line).isBlank { return nil }
      return .fault(error.diagnostic(file: name, line: number, bytes: line), source: PlainLine.source(of: line))
    }
  }

  private static func tooLong(_ limit: Int, file: String, line: Int) -> Diagnostic {
    Diagnostic(
      LogCode.lineTooLong, what: "The line is too long.", file: file, line: line,
      why: "it has over \(min(limit, LineFeed.longestLine)) bytes",
      fix: "send the document of a fetch with one event only")
  }

  private static func notice(file: String, line: Int) -> Diagnostic {
    Diagnostic(
      LogCode.ledgerNotice, what: "The line is about a ledger and not about an installation.", file: file, line: line,
      pointer: "/source", why: "it stands for what a ledger forgot, and only an import takes that over",
      fix: "import the log with `herald import`, or leave the line out")
  }
}

extension LineBatch {
  /// Reads JSON Lines: a line ends with a newline, the last one also without.
  public init(jsonLines bytes: [UInt8], name: String, longestLine: Int = 16 << 20) {
    self.init(bytes, lines: Self.ranges(in: bytes), name: name, longestLine: longestLine)
  }

  /// The places of the lines of a text.
  ///
  /// - Parameter most: the most lines that are wanted; the rest of a text with more is left out after one more.
  package static func ranges(in bytes: [UInt8], atMost most: Int = .max - 1) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    bytes.withBorrowedBytes { all in
      var start = 0
      while start < all.count, ranges.count <= most {
        let end = all.offset(of: 0x0A, from: start) ?? all.count
        ranges.append(start..<end)
        start = end + 1
      }
    }
    return ranges
  }
}
