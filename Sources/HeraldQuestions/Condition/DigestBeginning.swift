import Herald

/// The beginning of a document's digest, as answers print it, in the place of the whole.
enum DigestBeginning {
  /// Fewer hex digits may be another text.
  private static let fewest = 8
  private static let prefix = "sha256:"

  /// True if a text is the beginning of a digest: at least eight hex digits, with or without `sha256:`.
  static func `is`(_ text: ExactString, of digest: ExactString) -> Bool {
    guard Digest.isWellFormed(digest) else { return false }
    let digits = text.string.hasPrefix(prefix) ? text.string.dropFirst(prefix.count) : text.string[...]
    return digits.utf8.count >= fewest && digest.string.dropFirst(prefix.count).hasPrefix(digits)
  }
}
