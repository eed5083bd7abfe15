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

/// Writes objects and their members by name. No other code writes commas, quotes and braces.
///
/// ```swift
/// output.object {
///   $0.member("revision", revision)
///   $0.member("show") { prompt.write(into: &$0) }
///   $0.member("rules", rules) { $1.write(into: &$0) }
/// }
/// ```
extension JSONWriter {
  /// Appends an object whose members the closure writes.
  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    output.append(UInt8(ascii: "{"))
    try members(&self)
    output.append(UInt8(ascii: "}"))
  }

  /// Appends the brace that begins an object, for callers that cannot write its members in a closure.
  package mutating func beginObject() { output.append(UInt8(ascii: "{")) }

  /// Appends the brace that ends an object.
  package mutating func endObject() { output.append(UInt8(ascii: "}")) }

  /// Appends a member's name with its colon, and the comma before it where it is not the object's first.
  ///
  /// Inlined, with what it appends: bench row 2, 9 % fewer instructions.
  ///
  /// - Parameter name: printable ASCII without quotes and backslashes.
  @inline(__always)
  package mutating func name(_ name: StaticString) {
    // A value never ends with an opening brace, so the last byte shows whether a member came before.
    let comma = output.last == UInt8(ascii: "{") ? 0 : 1
    let count = name.utf8CodeUnitCount
    output.append(atMost: count + comma + 3) { free in
      if comma == 1 { free.append(UInt8(ascii: ",")) }
      free.append(UInt8(ascii: "\""))
      free.append(BorrowedBytes(name))
      free.append(UInt8(ascii: "\""))
      free.append(UInt8(ascii: ":"))
    }
  }

  /// Appends a name that is not known when Herald is compiled, such as a rule's id.
  package mutating func name(text name: ExactString) {
    if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
    string(name)
    output.append(UInt8(ascii: ":"))
  }

  /// Appends a member with the value that the closure writes.
  package mutating func member(_ name: StaticString, _ write: (inout JSONWriter) throws -> Void) rethrows {
    self.name(name)
    try write(&self)
  }

  /// Appends a member under a name that is not known when Herald is compiled.
  package mutating func member(named name: ExactString, _ write: (inout JSONWriter) throws -> Void) rethrows {
    self.name(text: name)
    try write(&self)
  }

  /// Appends a member that is an array, each element written by the closure.
  package mutating func member<Elements: Collection>(
    _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.name(name)
    array(elements, write)
  }

  /// Appends an integer, or `null`. Inlined, as the next one, so that the name is a constant: bench row 2.
  @inline(__always)
  package mutating func member(_ name: StaticString, _ value: Int?) {
    self.name(name)
    if let value { integer(value) } else { null() }
  }

  /// Appends a string, or `null`.
  @inline(__always)
  package mutating func member(_ name: StaticString, _ value: ExactString?) {
    self.name(name)
    string(value)
  }

  /// Appends a string, or `null`.
  package mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  /// Appends a time in UTC to the millisecond, or `null`.
  package mutating func member(_ name: StaticString, _ value: Timestamp?) {
    self.name(name)
    time(value)
  }

  /// Appends `true` or `false`.
  package mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  /// Appends the word of an enum, or `null`.
  @inlinable
  package mutating func member(_ name: StaticString, word value: (some RawRepresentable<String>)?) {
    member(name, wordText: value?.rawValue)
  }

  @usableFromInline
  package mutating func member(_ name: StaticString, wordText: String?) {
    self.name(name)
    word(text: wordText)
  }

  /// Appends an array whose elements the closure writes, with the commas between them.
  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    output.append(UInt8(ascii: "["))
    try elements(&self)
    output.append(UInt8(ascii: "]"))
  }

  package mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

  package mutating func null() { raw("null") }
}
