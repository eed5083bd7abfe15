/// Random text in an event's line. Without it, the digest of a line that can be guessed would reveal the line.
///
/// A ledger keeps the digest of a line after the line was forgotten. The attribute `salt` means nothing else, and neither
/// a state nor a decision depends on it.
public enum Salt {
  /// Number of bytes that a salt is made of.
  public static let size = 16

  /// The salt of random bytes, which the caller draws: 22 characters of base64url for ``size`` bytes, without padding
  /// (RFC 4648, section 5).
  public static func text(of bytes: [UInt8]) -> ExactString { ExactString(Base64URL.text(of: bytes)) }
}
