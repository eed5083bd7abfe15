import Herald
import HeraldLines

/// An event that ``Admission`` let in, with the values that a ledger stores.
struct AdmittedEvent {
  /// The number that the admission gave the stream.
  let stream: Int
  let revision: Int
  /// True if the line names the revision.
  let isNumbered: Bool
  let time: DeviceTime
  let data: EventData
  /// The ``EventHash`` that finds the event in a ledger.
  let hash: UInt64
  /// The event's line, valid while it is appended.
  let line: BorrowedBytes
  /// The digest of the line that this one replaces; nil for a line as it was first written.
  var original: [UInt8]?
}

extension AdmittedEvent {
  /// An event that was read from a log.
  init(_ entry: LogReader.Entry, _ parts: inout EventLine) {
    let text = JSONText(bytes: entry.line)
    let hash = text.withBytes(of: parts.id) { id in
      text.withBytes(of: parts.source) { EventHash.of(id, source: $0) }
    }
    self.init(
      stream: entry.stream, revision: entry.revision, isNumbered: parts.revision != nil, time: parts.time,
      data: parts.data, hash: hash, line: entry.line)
  }
}
