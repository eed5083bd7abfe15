/// Hexadecimal digits.
package enum Hex {
  /// The digit of a value of 0 to 15, in lower case.
  package static func lowerDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  /// The digit of a value of 0 to 15, in upper case.
  package static func upperDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

  /// The value of a digit of either case; nil for another character.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }

  /// Two lower-case digits for each byte.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      digits.append(lowerDigit(byte >> 4))
      digits.append(lowerDigit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of pairs of digits; nil for another text.
  package static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[start]), let low = value(of: digits[start + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
