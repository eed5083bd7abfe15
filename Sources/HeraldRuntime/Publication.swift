public import Herald
public import HeraldFetch

/// The source and the format of a policy.
///
/// ```swift
/// let publication = Publication(HTTPSource("https://updates.example.com/policy.json"))
/// let lookup = Publication(
///   HTTPSource("https://itunes.apple.com/lookup?bundleId=com.example.shop"), format: "itunes")
/// ```
public struct Publication: Sendable {
  /// Delivers the document.
  public var source: any PolicySource
  /// The document's format: `herald`, or another of `Formats.names`.
  public var format: ExactString
  /// The store page, for formats whose documents contain no destination; nil without one.
  public var storeURL: ExactString?

  /// Makes a publication. An unknown format makes each check refuse the document.
  public init(_ source: any PolicySource, format: String = "herald", storeURL: String? = nil) {
    self.source = source
    self.format = ExactString(format)
    self.storeURL = storeURL.map { ExactString($0) }
  }
}
