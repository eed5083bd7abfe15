extension JSONScanner {
  /// Reads a string and checks its escapes and UTF-8. The token's range excludes the quotes.
  package mutating func string() throws(JSONFault) -> JSONToken {
    index += 1
    var token = JSONToken(kind: .string, start: index, end: index)
    while true {
      skipPlainText()
      guard index < bytes.count else { throw fault(.unexpectedEnd) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        token.end = index
        index += 1
        return token
      case UInt8(ascii: "\\"):
        token.hasEscapes = true
        try escape()
      case 0: throw fault(.zeroByte)
      case 1..<0x20: throw fault(.controlCharacter)
      case 0x80...: try multibyteScalar()
      default: index += 1
      }
    }
  }

  private mutating func skipPlainText() { index = PlainText.end(in: bytes, from: index) }

  private mutating func escape() throws(JSONFault) {
    let start = index
    index += 1
    guard let byte = peek else { throw fault(.unexpectedEnd) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      let first = try hexUnit(escapeAt: start)
      if first >= 0xDC00, first <= 0xDFFF { throw fault(.halfSurrogatePair, at: start) }
      guard first >= 0xD800, first <= 0xDBFF else { return }
      guard index < bytes.count else { throw fault(.unexpectedEnd) }
      guard bytes[index] == UInt8(ascii: "\\") else { throw fault(.halfSurrogatePair, at: start) }
      index += 1
      guard index < bytes.count else { throw fault(.unexpectedEnd) }
      guard bytes[index] == UInt8(ascii: "u") else { throw fault(.halfSurrogatePair, at: start) }
      let second = try hexUnit(escapeAt: index - 1)
      guard second >= 0xDC00, second <= 0xDFFF else { throw fault(.halfSurrogatePair, at: start) }
    default: throw fault(.unknownEscape, at: start)
    }
  }

  /// Reads the four hex digits after the `u` at the cursor.
  private mutating func hexUnit(escapeAt start: Int) throws(JSONFault) -> UInt32 {
    index += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw fault(.unexpectedEnd) }
      guard let digit = Hex.value(of: byte) else { throw fault(.unknownEscape, at: start) }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  /// Skips a scalar of two to four bytes, and checks it by the table of well-formed UTF-8 (The Unicode Standard, table
  /// 3-7).
  private mutating func multibyteScalar() throws(JSONFault) {
    let first = bytes[index]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw fault(.notUTF8)
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { throw fault(.notUTF8) }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { throw fault(.notUTF8) }
    index += length
  }
}
