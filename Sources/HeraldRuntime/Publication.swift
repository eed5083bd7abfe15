public import Herald
public import HeraldFetch

/// The source and the format of a policy, and the app's configuration for its rules.
///
/// ```swift
/// let publication = Publication(HTTPSource("https://updates.example.com/policy.json"))
/// let lookup = Publication(
///   HTTPSource("https://itunes.apple.com/lookup?bundleId=com.example.shop"), format: "itunes",
///   houseRules: HouseRules(displayPeriodInHours: 24, isSkippable: true))
/// ```
public struct Publication: Sendable {
  /// Delivers the document.
  public var source: any PolicySource
  /// The document's format: `herald`, another of `Formats.names`, or one of the app's own.
  public var format: ExactString
  /// The store page, for formats whose documents contain no destination; nil without one.
  public var storeURL: ExactString?
  /// The app's configuration for the rules of every document; nil for none.
  public var houseRules: HouseRules?

  /// Makes a publication. An unknown format makes each check refuse the document.
  public init(
    _ source: any PolicySource, format: String = "herald", storeURL: String? = nil, houseRules: HouseRules? = nil
  ) {
    self.source = source
    self.format = ExactString(format)
    self.storeURL = storeURL.map { ExactString($0) }
    self.houseRules = houseRules
  }
}
