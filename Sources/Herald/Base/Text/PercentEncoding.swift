/// Percent-encodes texts for URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes a reference, relative or not. Encodes characters that are not allowed as UTF-8, and keeps existing
  /// escapes.
  package static func reference(_ text: String) -> String {
    let text = Array(text.trimmed.utf8)
    let colon = text.firstIndex { ":/?#".utf8.contains($0) }.flatMap { text[$0] == UInt8(ascii: ":") ? $0 : nil } ?? -1
    return String(decoding: encoded(text, authority: authority(of: text, after: colon)), as: UTF8.self)
  }

  /// Encodes a name or value: everything except the unreserved characters, so that no character has a meaning in a URL.
  package static func component(_ text: String) -> String {
    let bytes = text.utf8.flatMap { isLetterOrDigit($0) || "-._~".utf8.contains($0) ? [$0] : escaped($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes between `//` and the next `/`, `?` or `#`; empty without `//`.
  static func authority(of text: [UInt8], after colon: Int) -> Range<Int> {
    let start = colon + 3
    guard start <= text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") else {
      return text.endIndex..<text.endIndex
    }
    let end = text[start...].firstIndex {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    return start..<(end ?? text.count)
  }

  /// Encodes the bytes of a URL that RFC 3986 does not allow, and `[` and `]` outside the authority, a second `#` and a
  /// `%` without two hex digits.
  static func encoded(_ text: [UInt8], authority: Range<Int>) -> [UInt8] {
    // Nearly all URLs need no encoding.
    let marks = urlMarks
    if text.allSatisfy({ isURLCharacter($0, marks) }) { return text }
    var output: [UInt8] = []
    var sawFragment = false
    for (index, byte) in text.enumerated() {
      let isAllowed: Bool
      switch byte {
      case UInt8(ascii: "%"):
        isAllowed =
          index + 2 < text.count && Hex.value(of: text[index + 1]) != nil && Hex.value(of: text[index + 2]) != nil
      case UInt8(ascii: "["), UInt8(ascii: "]"): isAllowed = authority.contains(index)
      case UInt8(ascii: "#"):
        isAllowed = !sawFragment
        sawFragment = true
      default: isAllowed = isURLCharacter(byte, marks)
      }
      if isAllowed {
        output.append(byte)
      } else {
        output += escaped(byte)
      }
    }
    return output
  }

  /// RFC 3986, section 2: unreserved, and reserved but for `[ ] #`.
  private static func isURLCharacter(_ byte: UInt8, _ marks: (UInt64, UInt64)) -> Bool {
    byte < 0x80 && (byte < 0x40 ? marks.0 : marks.1) &>> UInt64(byte & 0x3F) & 1 == 1
  }

  /// A bit for each character of ASCII.
  private static let urlMarks: (UInt64, UInt64) = {
    var marks: (UInt64, UInt64) = (0, 0)
    for byte in UInt8(0)..<0x80 where isLetterOrDigit(byte) || "-._~:/?@!$&'()*+,;=".utf8.contains(byte) {
      if byte < 0x40 { marks.0 |= 1 << UInt64(byte) } else { marks.1 |= 1 << UInt64(byte & 0x3F) }
    }
    return marks
  }()

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), Hex.upperDigit(byte >> 4), Hex.upperDigit(byte & 15)]
  }
}
