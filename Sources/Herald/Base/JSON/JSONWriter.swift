/// Writes JSON directly as bytes.
@usableFromInline
package struct JSONWriter: Sendable {
  package var output = ByteOutput()

  package init() {}

  package var bytes: [UInt8] { output.bytes }
  package var string: String { output.string }
  package var isEmpty: Bool { output.isEmpty }

  /// The text of the JSON that a closure writes.
  static func text(_ write: (inout JSONWriter) -> Void) -> ExactString {
    var writer = JSONWriter()
    write(&writer)
    return ExactString(writer.string)
  }

  /// Appends a literal that is JSON already.
  package mutating func raw(_ text: StaticString) {
    output.append(BorrowedBytes(text))
  }

  /// Appends a text that is JSON already.
  ///
  /// The label keeps the compiler from using this function for literals, which it writes more slowly.
  package mutating func raw(json text: String) { ExactString(text).withBytes { output.append($0) } }

  /// Appends a string in quotes. Escapes exactly the characters that RFC 8785 escapes.
  package mutating func string(_ text: ExactString) {
    output.append(UInt8(ascii: "\""))
    text.withBytes { utf8 in
      if PlainText.end(in: utf8, from: 0) == utf8.count || Self.needsNoEscapes(utf8) {
        output.append(utf8)
      } else {
        for byte in utf8 { escaped(byte) }
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsNoEscapes(_ text: BorrowedBytes) -> Bool {
    text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
  }

  package mutating func string(_ text: String) { string(ExactString(text)) }

  /// Appends a string, or `null` for nil.
  package mutating func string(_ text: ExactString?) {
    if let text { string(text) } else { raw("null") }
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
      for digit in [byte >> 4, byte & 15] { output.append(Hex.lowerDigit(digit)) }
    default: output.append(byte)
    }
  }

  package mutating func integer(_ value: Int) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return output.append(48 + UInt8(truncatingIfNeeded: rest)) }
    var (length, beyond) = (2, 100 as UInt)
    while length < 20, rest >= beyond {
      length += 1
      beyond = beyond &* 10
    }
    output.append(length) { text in
      for place in stride(from: length - 1, through: 0, by: -1) {
        text[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
  }

  /// Appends a moment in UTC to the millisecond, in quotes, or `null` for nil.
  package mutating func time(_ time: Timestamp?) {
    if time == .missing { return null() }
    guard let time else { return raw("null") }
    output.append(UInt8(ascii: "\""))
    time.write(into: &output)
    output.append(UInt8(ascii: "\""))
  }

  package mutating func array<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) throws -> Void
  ) rethrows {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      try write(&self, element)
    }
    raw("]")
  }

  /// Appends a word of an enum in quotes, or `null` for nil.
  @inlinable
  package mutating func word(_ word: (some RawRepresentable<String>)?) { self.word(text: word?.rawValue) }

  /// Appends a word in quotes, or `null` for nil.
  ///
  /// - Parameter text: a word without characters that JSON escapes.
  @usableFromInline
  package mutating func word(text: String?) {
    guard let text else { return raw("null") }
    output.append(UInt8(ascii: "\""))
    raw(json: text)
    output.append(UInt8(ascii: "\""))
  }
}
