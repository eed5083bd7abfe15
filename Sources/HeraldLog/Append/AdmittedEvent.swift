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

extension Event {
  /// True if reading the event's line would return an equal event. Such an event is checked without reading its line.
  ///
  /// A value can contain what no line can, such as an empty id or a time after the year 9999. It can also contain what
  /// reading drops, such as the digest of a 304.
  var isReadBackUnchanged: Bool {
    guard let known = data.type, type.string == known.rawValue, dataVersion == EventSchema.current.version(of: known),
      !id.isEmpty, !source.isEmpty, revision <= Self.largestInteger, DeviceTime(rfc3339: time.description) == time
    else { return false }
    return data.isReadBackUnchanged(of: id)
  }

  /// The largest integer that every reader of JSON reads exactly (RFC 8259, section 6).
  fileprivate static let largestInteger = 1 << 53 - 1
}

extension EventData {
  /// The checks of ``FieldReader`` that the types of the data do not guarantee.
  fileprivate func isReadBackUnchanged(of id: ExactString) -> Bool {
    switch self {
    case .fetchSucceeded(let fetch) where fetch.status == 200: fetch.digest.map(Digest.isWellFormed) ?? false
    case .fetchSucceeded(let fetch): fetch.status == 304 && fetch.digest == nil && fetch.document == nil
    case .fetchFailed(let fetch): fetch.status.map { abs($0) <= Event.largestInteger } ?? true
    case .pushReceived(let push): push.event == id
    // The fields of the other types read back whatever they say. A test compares random data of every type.
    default: true
    }
  }
}
