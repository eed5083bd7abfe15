/// Writes JSON into a buffer of bytes, without a tree in between.
package struct JSONWriter: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends text that is JSON already.
  @inline(__always)
  package mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string with its quotes, escaping what RFC 8785 escapes and nothing else.
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if PlainText.end(in: utf8, from: 0) == utf8.count || Self.needsNoEscapes(utf8) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { escaped(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsNoEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
  }

  package mutating func string(_ text: ExactString) { string(text.string) }

  /// Appends a string, or `null` where there is none.
  package mutating func string(_ text: ExactString?) {
    if let text { string(text.string) } else { raw("null") }
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    case 0x22: raw("\\\"")
    case 0x5C: raw("\\\\")
    case 0..<0x20:
      raw("\\u00")
      for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 87 + digit) }
    default: bytes.append(byte)
    }
  }

  package mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let digits = value.magnitude
    var scale: UInt = 1
    while digits / scale >= 10 { scale *= 10 }
    while scale > 0 {
      bytes.append(48 + UInt8(truncatingIfNeeded: digits / scale % 10))
      scale /= 10
    }
  }

  /// A moment in UTC to the millisecond, in quotes; `null` where there is none.
  package mutating func time(_ time: Timestamp?) {
    guard let time else { return raw("null") }
    bytes.append(UInt8(ascii: "\""))
    time.write(into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func array<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }
}
