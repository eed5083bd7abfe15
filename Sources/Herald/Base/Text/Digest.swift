/// SHA-256 as Herald writes it: `sha256:` and 64 lower-case hex digits.
public enum Digest {
  /// The digest of bytes.
  public static func of(_ bytes: some Sequence<UInt8>) -> ExactString {
    var hash = SHA256Hasher()
    Array(bytes).withBorrowedBytes { hash.update($0) }
    return ExactString("sha256:" + Hex.text(of: hash.finish()))
  }

  /// The digest of a text's UTF-8 bytes.
  public static func of(_ text: String) -> ExactString { of(text.utf8) }

  /// The digest of several pieces of bytes, one after the other, as 32 bytes.
  package static func bytes(of pieces: [[UInt8]]) -> [UInt8] {
    var hash = SHA256Hasher()
    for piece in pieces { piece.withBorrowedBytes { hash.update($0) } }
    return hash.finish()
  }

  /// True if a text is `sha256:` and 64 lower-case hex digits.
  package static func isWellFormed(_ digest: ExactString) -> Bool {
    digest.withBytes { bytes in
      bytes.count == 71 && bytes.starts(with: "sha256:".utf8)
        && bytes.dropFirst(7).allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }
  }
}

extension Int64 {
  /// The number's 8 bytes, the highest first.
  package var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> Int64(56 - 8 * $0)) } }
}

extension ExactString {
  /// The beginning of a digest, enough to distinguish the documents of one log.
  package var shortDigest: String { String(string.dropFirst(7).prefix(12)) }
}
