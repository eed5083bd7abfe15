/// Where a prompt's button leads: a URL that a device can open.
public enum Destination {
  /// Reads a URL as documents and pushes write it; nil where no device could open it.
  ///
  /// Trimmed; of the schemes `http`, `https` (both with a host), `itms-apps`, `itms-services` and `market` (with
  /// something behind the colon), in any case. What RFC 3986 does not allow is percent-encoded as UTF-8, `[` and `]`
  /// outside the authority, a second `#` and a `%` without two hex digits too; what is encoded already stays as it is.
  public static func read(_ text: String) -> ExactString? {
    let text = Array(text.trimmed.utf8)
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon + 1 < text.count else { return nil }
    let authority = authority(of: text, after: colon)
    // Only ASCII letters have a case here: the Kelvin sign is no k.
    switch String(decoding: text[..<colon].map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self) {
    case "http", "https": guard hasHost(text[authority]) else { return nil }
    case "itms-apps", "itms-services", "market": break
    default: return nil
    }
    return ExactString(String(decoding: encoded(text, authority: authority), as: UTF8.self))
  }

  /// A reference of RFC 3986, relative or not, with what is not allowed in it percent-encoded by the same rule.
  package static func percentEncoded(reference: String) -> String {
    let text = Array(reference.trimmed.utf8)
    let colon = text.firstIndex { ":/?#".utf8.contains($0) }.flatMap { text[$0] == UInt8(ascii: ":") ? $0 : nil } ?? -1
    return String(decoding: encoded(text, authority: authority(of: text, after: colon)), as: UTF8.self)
  }

  /// The bytes between `//` and the next `/`, `?` or `#`; empty where there is no `//`.
  private static func authority(of text: [UInt8], after colon: Int) -> Range<Int> {
    let start = colon + 3
    guard start <= text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") else {
      return text.endIndex..<text.endIndex
    }
    return start..<(text[start...].firstIndex { "/?#".utf8.contains($0) } ?? text.count)
  }

  /// RFC 3986, section 3.2: the host stands between an optional `user@` and an optional `:port`.
  private static func hasHost(_ authority: ArraySlice<UInt8>) -> Bool {
    let host = authority.suffix(from: authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex)
    return host.first.map { $0 != UInt8(ascii: ":") } ?? false
  }

  private static func encoded(_ text: [UInt8], authority: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    var sawFragment = false
    for (index, byte) in text.enumerated() {
      let isAllowed: Bool
      switch byte {
      case UInt8(ascii: "%"):
        isAllowed = index + 2 < text.count && hexDigit(text[index + 1]) != nil && hexDigit(text[index + 2]) != nil
      case UInt8(ascii: "["), UInt8(ascii: "]"): isAllowed = authority.contains(index)
      case UInt8(ascii: "#"):
        isAllowed = !sawFragment
        sawFragment = true
      default: isAllowed = isURLCharacter(byte)
      }
      if isAllowed {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), upperHex(byte >> 4), upperHex(byte & 15)]
      }
    }
    return output
  }

  /// RFC 3986, section 2: unreserved, and reserved but for `[ ] #`.
  private static func isURLCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "-._~:/?@!$&'()*+,;=".utf8.contains(byte)
    }
  }

  private static func upperHex(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 55 + digit }
}
