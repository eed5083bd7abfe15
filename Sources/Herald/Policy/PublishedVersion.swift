/// A version that a document names, with its spelling there.
public struct PublishedVersion: Sendable {
  /// The version as the document writes it.
  public let text: ExactString
  /// The version, as it is compared.
  public let version: AppVersion

  /// Nil if the text is not a version.
  public init?(_ text: String) {
    guard let version = AppVersion(text) else { return nil }
    self.text = ExactString(text)
    self.version = version
  }
}

/// Equal if they are spelled alike. To compare versions, use ``version``.
extension PublishedVersion: Hashable {
  /// True if both are spelled alike.
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
