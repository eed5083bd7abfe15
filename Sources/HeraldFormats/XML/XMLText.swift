/// The characters, names and references of XML 1.0.
enum XMLText {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// A text with its references replaced and its line ends normalized (sections 2.11 and 3.3.3).
  static func resolved(
    _ bytes: [UInt8], _ range: Range<Int>, isAttribute: Bool
  ) throws(XMLFault) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        let (scalar, end) = try reference(bytes, index, before: range.upperBound)
        result += Array(String(scalar).utf8)
        index = end
        continue
      }
      let isReturn = byte == 0x0D
      if isReturn, index + 1 < range.upperBound, bytes[index + 1] == 0x0A { index += 1 }
      result.append(isAttribute && isBlank(byte) ? 0x20 : isReturn ? 0x0A : byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Character data with its line ends normalized.
  static func withoutReturns(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      if bytes[index] == 0x0A, index > bytes.startIndex, bytes[index - 1] == 0x0D { continue }
      result.append(bytes[index] == 0x0D ? 0x0A : bytes[index])
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The character of a reference, and the offset after it.
  private static func reference(
    _ bytes: [UInt8], _ start: Int, before limit: Int
  ) throws(XMLFault) -> (Unicode.Scalar, Int) {
    let end = bytes[start..<min(limit, start + 32)].firstIndex(of: UInt8(ascii: ";"))
    if let end {
      let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      if let scalar = named[name] ?? number(name) { return (scalar, end + 1) }
    }
    throw XMLFault(start, "`&` begins no reference that XML has", fix: "write `&amp;`, or the character itself")
  }

  private static func number(_ name: String) -> Unicode.Scalar? {
    let isHex = name.hasPrefix("#x")
    guard name.hasPrefix("#") else { return nil }
    let digits = name.utf8.dropFirst(isHex ? 2 : 1)
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let value = UInt32(String(Substring(digits)), radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value)
    else { return nil }
    return isCharacter(scalar) ? scalar : nil
  }

  /// True if XML has a character (section 2.2).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The offset after the name that begins at an offset (section 2.3); nil where no name does.
  static func endOfName(_ bytes: [UInt8], from start: Int) -> Int? {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        guard isNameStart(byte) || end > start && isNamePart(byte) else { break }
        end += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard end + length <= bytes.count,
        let scalar = String(decoding: bytes[end..<(end + length)], as: UTF8.self).unicodeScalars.first,
        isName(scalar, isFirst: end == start)
      else { break }
      end += length
    }
    return end > start ? end : nil
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func isName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
      0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    case 0xB7, 0x0300...0x036F, 0x203F...0x2040: !isFirst
    default: false
    }
  }
}
