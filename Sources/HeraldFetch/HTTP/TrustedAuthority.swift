import Foundation

/// Checks the text of a trusted authority, so that each transport refuses the same texts before it connects.
enum TrustedAuthority {
  /// True if a text has at least one certificate in PEM, each in the frame of RFC 7468, section 5.
  static func isPEM(_ text: String) -> Bool {
    let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
    return !blocks.isEmpty
      && blocks.allSatisfy { block in
        guard let end = block.range(of: "-----END CERTIFICATE-----"),
          let bytes = Data(base64Encoded: String(block[..<end.lowerBound]), options: .ignoreUnknownCharacters)
        else { return false }
        return isSequence(Array(bytes))
      }
  }

  /// True if bytes are one DER sequence that begins with another one, as a certificate does (RFC 5280, section 4.1).
  private static func isSequence(_ bytes: [UInt8]) -> Bool {
    let sequence: UInt8 = 0x30
    guard bytes.count > 2, bytes[0] == sequence else { return false }
    // A length below 128 stands in its byte; otherwise that byte says how many bytes of length follow.
    let lengthBytes = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
    guard lengthBytes <= 4, bytes.count > 2 + lengthBytes else { return false }
    let length = lengthBytes == 0 ? Int(bytes[1]) : bytes[2..<2 + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
    return bytes.count == 2 + lengthBytes + length && bytes[2 + lengthBytes] == sequence
  }
}
