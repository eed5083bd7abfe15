/// The way in which nearly all writers write an envelope: the attributes in one order, without blanks and without
/// escapes. Read so, a line needs no search for names; any other line is read by the general way, with the same result.
extension LineReader {
  /// Reads a line of the usual form up to its data, on which the cursor then stands; false where it has another form.
  @inline(__always)
  static func readUsualHead(_ scanner: inout JSONScanner, _ envelope: inout Envelope) -> Bool {
    guard scanner.skip("{\"specversion\":\"1.0\",\"id\":"), let id = scanner.plainString(),
      scanner.skip(",\"source\":"), let source = scanner.plainString(),
      scanner.skip(",\"type\":"), let type = scanner.plainString(),
      scanner.skip(",\"time\":"), let time = scanner.plainString()
    else { return false }
    if scanner.skip(",\"revision\":") {
      guard let revision = scanner.plainInteger() else { return false }
      envelope.revision = revision
    }
    guard scanner.skip(",\"data\":"), scanner.peek == UInt8(ascii: "{") else { return false }
    envelope.specversion = JSONToken(kind: .string, start: 16, end: 19)
    envelope.id = id
    envelope.source = source
    envelope.type = type
    envelope.time = time
    return true
  }

  /// Reads the data, with which a line of the usual form ends; false where something follows.
  ///
  /// - Throws: what is wrong with the JSON of `data`, which the general way would find too.
  @inline(__always)
  static func readUsualData(
    _ scanner: inout JSONScanner, _ envelope: inout Envelope, fields: inout [JSONField]
  ) throws(JSONFault) -> Bool {
    let start = scanner.index
    try scanner.members(depth: 2) { (name, scanner) throws(JSONFault) in
      fields.append(JSONField(name: name, value: try scanner.value(depth: 2)))
    }
    envelope.data = JSONToken(kind: .object, start: start, end: scanner.index)
    return scanner.skip("}") && scanner.isAtEnd
  }

  /// The data of a line of the usual form, where the same bytes were read before.
  @inline(__always)
  mutating func repeatedData(of type: EventType) -> EventData? {
    guard type.repeatsItsData else { return nil }
    let bytes = dataBytes
    guard bytes.count <= RepeatedData.longest else { return nil }
    let hash = RepeatedData.hash(bytes, code: type.code)
    if let known = repeated.data(hash, bytes) { return known }
    missed = hash
    return nil
  }

  /// What stands between the head and the line's last brace.
  @inline(__always)
  private var dataBytes: UnsafeRawBufferPointer {
    let end = max(text.bytes.count - 1, dataStart)
    return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text.bytes[dataStart..<end]))
  }

  /// Keeps the data of the line that was read last for lines with the same bytes in them.
  ///
  /// - Parameter data: what they say, with whatever belongs to it and doesn't stand in the line.
  @inline(__always)
  package mutating func keep(_ data: borrowing EventData) {
    guard let missed else { return }
    repeated.keep(copy data, missed, dataBytes)
  }
}

extension EventType {
  /// Whether many events have the very same data.
  fileprivate var repeatsItsData: Bool {
    switch self {
    case .appLaunched, .appForegrounded, .appBackgrounded, .fetchSucceeded, .fetchFailed, .operationAttempted: true
    // These name one showing.
    case .promptShown, .buttonChosen: false
    // Its data holds the event's id, which stands elsewhere in the line.
    case .pushReceived: false
    }
  }
}

extension JSONScanner {
  fileprivate var isAtEnd: Bool { index == bytes.count }

  /// Passes these very bytes; where others stand, stays.
  @inline(__always)
  fileprivate mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.has(word, at: index) else { return false }
    index += word.utf8CodeUnitCount
    return true
  }

  /// Passes a string of ASCII without escapes; nil where another value stands.
  @inline(__always)
  fileprivate mutating func plainString() -> JSONToken? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    index += 1
    let start = index
    skipPlainText()
    guard peek == UInt8(ascii: "\"") else { return nil }
    index += 1
    return JSONToken(kind: .string, start: start, end: index - 1)
  }

  /// Passes a whole number; nil where another value stands.
  @inline(__always)
  fileprivate mutating func plainInteger() -> JSONToken? {
    let start = index
    while let byte = peek, byte >= 48, byte <= 57 { index += 1 }
    guard index > start, index == start + 1 || bytes[start] != 48, peek == UInt8(ascii: ",") else { return nil }
    return JSONToken(kind: .number, start: start, end: index)
  }
}
