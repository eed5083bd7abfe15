/// The bytes of valid JSON, which the texts of tokens are read from.
@usableFromInline
package struct JSONText {
  @usableFromInline package let bytes: BorrowedBytes

  @inlinable
  package init(bytes: BorrowedBytes) { self.bytes = bytes }

  /// The text of a string token, unescaped.
  package func text(of token: JSONToken) -> String {
    guard token.hasEscapes else {
      return String(decoding: bytes.extracting(token.start..<token.end), as: UTF8.self)
    }
    return unescaped(from: token.start, to: token.end)
  }

  /// Unescapes a string that `string()` has checked.
  private func unescaped(from start: Int, to end: Int) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(end - start)
    var at = start
    while at < end {
      guard bytes[at] == UInt8(ascii: "\\") else {
        output.append(bytes[at])
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = unit(at: at + 2)
        if scalar >= 0xD800, scalar <= 0xDBFF {
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit(at: at + 8) - 0xDC00)
          at += 6
        }
        at += 4
        output.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      case let plain: output.append(plain)
      }
      at += 2
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func unit(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | UInt32(Hex.value(of: bytes[offset + $1]) ?? 0) }
  }

  /// True if the unescaped name is `word`.
  package func matches(_ name: NameToken, _ word: StaticString) -> Bool {
    guard !name.hasEscapes else { return text(of: name) == word.description }
    guard name.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<name.count where bytes[name.start + offset] != word.utf8Start[offset] { return false }
    return true
  }

  /// True if the unescaped string is `word`.
  func matches(_ token: JSONToken, _ word: String) -> Bool {
    guard !token.hasEscapes else { return ExactString(text(of: token)) == ExactString(word) }
    return ExactString(word).isEqual(to: bytes.extracting(token.start..<token.end))
  }

  package func text(of name: NameToken) -> String {
    text(of: JSONToken(name))
  }

  /// True if two unescaped names are equal.
  func same(_ left: NameToken, _ right: NameToken) -> Bool {
    guard left.hasEscapes || right.hasEscapes else {
      return bytes.extracting(left.start..<left.end)
        .isSame(as: bytes.extracting(right.start..<right.end))
    }
    return ExactString(text(of: left)) == ExactString(text(of: right))
  }
}
