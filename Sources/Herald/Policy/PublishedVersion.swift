/// A version that a document names, with the text as it is written there.
public struct PublishedVersion: Sendable {
  /// As the document writes it.
  public let text: ExactString
  public let version: AppVersion

  /// Nil where the text is no version.
  public init?(_ text: String) {
    guard let version = AppVersion(text) else { return nil }
    self.text = ExactString(text)
    self.version = version
  }
}

/// Equal where they are written alike; versions written in two ways are compared by ``version``.
extension PublishedVersion: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
