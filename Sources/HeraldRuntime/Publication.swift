public import Herald
public import HeraldFetch

/// Where a policy is published, and how it is read.
public struct Publication: Sendable {
  public var source: any PolicySource
  /// How the document is read: `herald`, or another name of `HeraldFormats`.
  public var format: ExactString
  /// The store page, for formats whose documents name no destination.
  public var storeURL: ExactString?

  public init(_ source: any PolicySource, format: String = "herald", storeURL: String? = nil) {
    self.source = source
    self.format = ExactString(format)
    self.storeURL = storeURL.map { ExactString($0) }
  }
}
