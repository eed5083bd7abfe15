#if canImport(Glibc)
  import func Glibc.memcmp
#elseif canImport(Musl)
  import func Musl.memcmp
#elseif canImport(Darwin)
  import func Darwin.memcmp
#endif

/// The way in which nearly all writers write an envelope: the attributes in one order, without blanks and without
/// escapes. Read so, a line needs no search for names; any other line is read by the general way, with the same result.
extension LineReader {
  /// Reads a line of the usual form; false where it has another one.
  ///
  /// - Throws: what is wrong with the JSON of `data`, which the general way would find too.
  @inline(__always)
  static func readUsual(
    _ scanner: inout JSONScanner, _ envelope: inout Envelope, fields: inout [JSONField]
  ) throws(JSONFault) -> Bool {
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
    let start = scanner.index
    try scanner.members(depth: 2) { (name, scanner) throws(JSONFault) in
      fields.append(JSONField(name: name, value: try scanner.value(depth: 2)))
    }
    envelope.data = JSONToken(kind: .object, start: start, end: scanner.index)
    guard scanner.skip("}"), scanner.isAtEnd else { return false }
    envelope.specversion = JSONToken(kind: .string, start: 16, end: 19)
    envelope.id = id
    envelope.source = source
    envelope.type = type
    envelope.time = time
    return true
  }
}

extension JSONScanner {
  fileprivate var isAtEnd: Bool { index == bytes.count }

  /// Passes these very bytes; where others stand, stays.
  @inline(__always)
  fileprivate mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - index >= count, let base = bytes.baseAddress,
      memcmp(base + index, word.utf8Start, count) == 0
    else { return false }
    index += count
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
