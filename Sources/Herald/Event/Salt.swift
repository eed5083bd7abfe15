/// Random text in an event's line, without which the digest of a line that can be guessed would reveal the line.
///
/// A ledger keeps the digest of a line after the line was forgotten. The attribute `salt` means nothing else, and neither
/// a state nor a decision depends on it.
public enum Salt {
  /// The number of random bytes.
  private static let size = 16

  /// A new salt: 16 random bytes as 22 characters of base64url without padding (RFC 4648, section 5).
  public static func make(using random: inout some RandomNumberGenerator) -> ExactString {
    ExactString(Base64URL.text(of: bytes(using: &random)))
  }

  /// A new salt from the system's random numbers.
  public static func make() -> ExactString {
    var random = SystemRandomNumberGenerator()
    return make(using: &random)
  }

  /// The bytes of a new salt.
  package static func bytes() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return bytes(using: &random)
  }

  private static func bytes(using random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
