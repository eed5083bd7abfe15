import Herald

extension Event {
  /// Whether reading the event's line gives this very event: then it needs no reading to be checked.
  ///
  /// A value can say what no line can, such as an empty id or a time after the year 9999, or what reading leaves out,
  /// such as the digest of a 304.
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
  /// The checks of ``FieldReader`` that a type of this data does not make by itself.
  fileprivate func isReadBackUnchanged(of id: ExactString) -> Bool {
    switch self {
    case .fetchSucceeded(let fetch) where fetch.status == 200: fetch.digest.map(Digest.isWellFormed) ?? false
    case .fetchSucceeded(let fetch): fetch.status == 304 && fetch.digest == nil && fetch.document == nil
    case .fetchFailed(let fetch): fetch.status.map { abs($0) <= Event.largestInteger } ?? true
    case .pushReceived(let push): push.event == id
    default: true
    }
  }
}
