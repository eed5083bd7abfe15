import Herald

/// The beginning of a document's digest, as answers print it, in the place of the whole.
enum DigestBeginning {
  /// Fewer hex digits may be another text.
  private static let fewest = 8
  private static let prefix = "sha256:"

  /// True if a text may be the beginning of a digest: at least eight hex digits, with or without `sha256:`.
  static func mayBe(_ text: ExactString) -> Bool { digits(of: text) != nil }

  /// True if a text is the beginning of a digest.
  static func `is`(_ text: ExactString, of digest: ExactString) -> Bool {
    guard Digest.isWellFormed(digest), let digits = digits(of: text) else { return false }
    return digest.string.dropFirst(prefix.count).utf8.starts(with: digits.utf8)
  }

  /// The hex digits of a text; nil where it begins no digest.
  private static func digits(of text: ExactString) -> Substring? {
    let digits = text.string.hasPrefix(prefix) ? text.string.dropFirst(prefix.count) : text.string[...]
    let isHex = digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isHex && digits.utf8.count >= fewest ? digits : nil
  }
}
