/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The text of some bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    var (pending, count) = (0, 0)
    for byte in bytes {
      pending = pending << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        digits.append(alphabet[pending >> count & 63])
      }
    }
    if count > 0 { digits.append(alphabet[pending << (6 - count) & 63]) }
    while digits.count % 4 != 0 { digits.append(padding) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of a text; nil unless it is exactly what ``text(of:)`` writes for them.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let digits = Array(text)
    let ends = digits.reversed().prefix { $0 == padding }.count
    guard ends <= 2 else { return nil }
    var bytes: [UInt8] = []
    var (pending, count) = (0, 0)
    for digit in digits.dropLast(ends) {
      guard let value = value(of: digit) else { return nil }
      pending = (pending << 6 | value) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(pending >> count & 255))
    }
    // Bits that stand for nothing must be 0, so that one text has one value.
    return pending & (1 << count - 1) == 0 ? bytes : nil
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
