/// What stands before the data of a line in the form in which nearly all writers write an envelope: the attributes in
/// one order, without blanks and without escapes.
///
/// Found so, a line needs no search for names; any other line is read by the general way, with the same result. It holds
/// places only, so that it can be found long before the line is read.
package struct UsualHead: Sendable {
  package let id: JSONToken
  package let source: JSONToken
  let type: JSONToken
  let eventType: EventType
  let time: JSONToken
  let revision: JSONToken?
  /// Where the object that is the data begins.
  let dataStart: Int

  /// Nil where the line has another form, or is an event of a type that isn't known.
  @inline(__always)
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = Cursor(bytes: bytes)
    guard cursor.skip("{\"specversion\":\"1.0\",\"id\":"), let id = cursor.plainString(),
      cursor.skip(",\"source\":"), let source = cursor.plainString(),
      cursor.skip(",\"type\":"), let type = cursor.plainString(),
      cursor.skip(",\"time\":"), let time = cursor.plainString(),
      let eventType = EventTypeNames.type(UnsafeBufferPointer(rebasing: bytes[type.start..<type.end]))
    else { return nil }
    if cursor.skip(",\"revision\":") {
      guard let number = cursor.plainInteger() else { return nil }
      revision = number
    } else {
      revision = nil
    }
    guard cursor.skip(",\"data\":"), cursor.byte == UInt8(ascii: "{") else { return nil }
    (self.id, self.source, self.type, self.eventType, self.time) = (id, source, type, eventType, time)
    dataStart = cursor.index
  }

  /// Goes over a line.
  private struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    @inline(__always)
    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Passes these very bytes; where others stand, stays.
    @inline(__always)
    mutating func skip(_ word: StaticString) -> Bool {
      guard bytes.has(word, at: index) else { return false }
      index += word.utf8CodeUnitCount
      return true
    }

    /// Passes a string of ASCII that isn't empty and has no escapes; nil where another value stands.
    @inline(__always)
    mutating func plainString() -> JSONToken? {
      guard byte == UInt8(ascii: "\"") else { return nil }
      let start = index + 1
      index = PlainText.end(in: bytes, from: start)
      guard index > start, byte == UInt8(ascii: "\"") else { return nil }
      index += 1
      return JSONToken(kind: .string, start: start, end: index - 1)
    }

    /// Passes a whole number; nil where another value stands.
    @inline(__always)
    mutating func plainInteger() -> JSONToken? {
      let start = index
      while let byte, byte >= 48, byte <= 57 { index += 1 }
      guard index > start, index == start + 1 || bytes[start] != 48, byte == UInt8(ascii: ",") else { return nil }
      return JSONToken(kind: .number, start: start, end: index)
    }
  }
}
