import Herald
import HeraldLines

/// An event that was read from its line, before its admission.
struct EventCandidate: Sendable {
  let id: ExactString
  let source: ExactString
  /// The revision that the line names; nil for none.
  let revision: Int?
  let time: DeviceTime
  let data: EventData
  /// The offset of the id's text in the line.
  let idStart: Int
}

extension EventCandidate {
  /// An event that was read from `line`.
  private init(_ parts: borrowing EventLine, in line: BorrowedBytes) {
    let text = JSONText(bytes: line)
    self.init(
      id: ExactString(text.text(of: parts.id)), source: ExactString(text.text(of: parts.source)),
      revision: parts.revision, time: parts.time, data: parts.data, idStart: parts.id.start)
  }

  /// An event that is there as a value, and its line.
  init(_ event: Event, in line: BorrowedBytes) {
    self.init(
      id: event.id, source: event.source, revision: event.revision > 0 ? event.revision : nil, time: event.time,
      data: event.data, idStart: CanonicalHead(line).id.start)
  }

  /// True for an event about a ledger and not about an installation.
  var isNotice: Bool { source.withBytes(LedgerNotice.isLedger) }

  /// Reads candidates, and caches what lines have in common.
  struct Reader {
    private var lines: LineReader

    /// - Parameter lines: the most lines that are read.
    init(lines: Int = .max) { self.lines = LineReader(lines: lines) }

    /// Reads the event of a line without its newline.
    mutating func read(_ line: BorrowedBytes) throws(WireFault) -> EventCandidate {
      var parts = try lines.read(line)
      if !parts.isRepeated { lines.keep(&parts) }
      return EventCandidate(parts, in: line)
    }
  }
}
