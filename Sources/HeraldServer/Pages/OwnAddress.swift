/// An address that leads to a page of this server, and nowhere else.
enum OwnAddress {
  /// A path with its query, percent-encoded (RFC 3986, section 3.3); `/` for a text that may lead elsewhere.
  ///
  /// Browsers drop tabs and line breaks, and read `\\` as `/`: a path with any of them, or with `//`, may name a host.
  static func of(_ text: String) -> String {
    guard text.hasPrefix("/"), !text.contains("//"), !text.contains("\\"),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return "/" }
    let bytes = Array(text.utf8)
    var result = ""
    for (place, byte) in bytes.enumerated() {
      if isPlain(byte) || byte == percent && isEscape(bytes[place...]) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static let percent = UInt8(ascii: "%")
  private static let others = Set("-._~!$&'()*+,;=:@/?#".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: others.contains(byte)
    }
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
  }
}
