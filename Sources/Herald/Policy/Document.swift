/// A document as it arrived, with what its fetch said of it.
public struct Document: Sendable {
  public let text: String
  public let digest: ExactString
  public let format: ExactString
  /// Where it was fetched from.
  public let url: ExactString?
  /// The store page, for formats whose documents have no destination.
  public let storeURL: ExactString?

  /// The most bytes that are read: 1 MiB.
  public static let sizeLimit = 1_048_576

  public init(
    text: String, digest: ExactString? = nil, format: ExactString, url: ExactString? = nil,
    storeURL: ExactString? = nil
  ) {
    self.text = text
    self.digest = digest ?? Digest.of(text)
    self.format = format
    self.url = url
    self.storeURL = storeURL
  }
}
