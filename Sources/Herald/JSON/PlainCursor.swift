/// Goes over JSON as nearly all writers write it, without blanks and without escapes. At any other form it
/// stops, and the reader of every form takes over.
///
/// An index is never beyond the bytes' count, so none of its sums can overflow.
struct PlainCursor {
  let bytes: BorrowedBytes
  var index = 0

  @inline(__always)
  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Passes these very bytes; where others stand, stays.
  @inline(__always)
  mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.has(BorrowedBytes(word), at: index) else { return false }
    index &+= word.utf8CodeUnitCount
    return true
  }

  /// Passes one byte; where another stands, stays.
  @inline(__always)
  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    index &+= 1
    return true
  }

  /// Passes a string of ASCII that isn't empty and has no escapes; nil where another value stands.
  @inline(__always)
  mutating func string() -> JSONToken? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    let start = index &+ 1
    index = PlainText.end(in: bytes, from: start)
    guard index > start, byte == UInt8(ascii: "\"") else { return nil }
    index &+= 1
    return JSONToken(kind: .string, start: start, end: index &- 1)
  }

  /// Passes a whole number from 1 on, of 15 digits at most, with another attribute or field after it; nil where another
  /// value stands.
  @inline(__always)
  mutating func number() -> Int? {
    let start = index
    var value = 0
    while let byte, byte >= 48, byte <= 57, index < start &+ 15 {
      value = value &* 10 &+ Int(byte &- 48)
      index &+= 1
    }
    guard index > start, bytes[start] != 48, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else { return nil }
    return value
  }
}
