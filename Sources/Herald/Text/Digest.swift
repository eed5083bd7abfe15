import Crypto

/// SHA-256 as Herald writes it: `sha256:` and 64 lower-case hex digits.
public enum Digest {
  /// The digest of bytes.
  public static func of(_ bytes: some Sequence<UInt8>) -> ExactString {
    var hash = SHA256()
    let all = Array(bytes)
    all.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return ExactString("sha256:" + hex(hash.finalize()))
  }

  /// The digest of a text's UTF-8 bytes.
  public static func of(_ text: String) -> ExactString { of(text.utf8) }

  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func isWellFormed(_ digest: ExactString) -> Bool {
    digest.withBytes { bytes in
      bytes.count == 71 && bytes.starts(with: "sha256:".utf8)
        && bytes.dropFirst(7).allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }
  }
}
