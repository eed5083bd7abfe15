/// A document as it arrived, with the format and the addresses of its fetch.
public struct Document: Sendable {
  /// The document, byte for byte.
  public var text: String { body.text }
  /// The text, with the signatures over it that were verified.
  package let body: DocumentBody
  /// `sha256:<64 lower-case hex>` of the text's bytes.
  public let digest: ExactString
  /// The name of its format, such as `herald`.
  public let format: ExactString
  /// The address that it was fetched from.
  public let url: ExactString?
  /// The store page, for formats whose documents have no destination.
  public let storeURL: ExactString?
  /// The app's configuration for the document's rules.
  public let houseRules: HouseRules?

  /// The most bytes of a document in most formats: 1 MiB.
  public static let sizeLimit = 1_048_576
  /// The most bytes of a document in any format: 4 MiB.
  public static let largestSizeLimit = 4_194_304

  /// Makes a document from its text.
  ///
  /// - Parameters:
  ///   - digest: nil to compute it from the text.
  ///   - format: the name of its format, such as `herald`.
  ///   - url: the address that it was fetched from.
  ///   - storeURL: the store page, for formats whose documents have no destination.
  ///   - houseRules: the app's configuration for the document's rules.
  public init(
    text: String, digest: ExactString? = nil, format: ExactString, url: ExactString? = nil,
    storeURL: ExactString? = nil, houseRules: HouseRules? = nil
  ) {
    self.init(
      body: DocumentBody(text), digest: digest ?? Digest.of(text), format: format, url: url, storeURL: storeURL,
      houseRules: houseRules)
  }

  package init(
    body: DocumentBody, digest: ExactString, format: ExactString, url: ExactString?, storeURL: ExactString?,
    houseRules: HouseRules?
  ) {
    self.body = body
    self.digest = digest
    self.format = format
    self.url = url
    self.storeURL = storeURL
    self.houseRules = houseRules
  }
}
