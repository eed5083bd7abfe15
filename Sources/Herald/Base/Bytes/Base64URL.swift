/// Bytes as text that may stand in URLs and file names: base64url without padding (RFC 4648, section 5).
package enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0...group.count { text.append(digits[Int(bits >> UInt32(18 - 6 * place) & 63)]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
