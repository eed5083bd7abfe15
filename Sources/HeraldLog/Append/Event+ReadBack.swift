import Herald

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
