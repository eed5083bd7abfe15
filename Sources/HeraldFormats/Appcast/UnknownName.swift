import Herald

/// A name of Sparkle's namespace that is not read.
struct UnknownName {
  /// The name in lower case, as names are compared.
  let folded: String
  /// The name as the feed writes it first.
  let written: String

  /// The name with the prefix that feeds usually have.
  var shown: String { "sparkle:" + written }

  /// Parts of names that say for whom a release is.
  private static let parts = [
    "minimum", "maximum", "requir", "hardware", "system", "platform", "device", "architecture", "channel", "rollout",
    "phase", "percent", "compatib", "supported", "country", "region", "exclude", "restrict", "eligib", "processor",
  ]
  private static let beginnings = ["min", "max", "os", "only", "cpu"]
  /// Names that begin so and say nothing of the kind: a tool that signs.
  private static let others = ["minisign"]

  /// The key that may be meant.
  var meant: AppcastKey? {
    let nearest = Spelling.nearest(to: folded, among: AppcastKey.sparkleNames)
    return AppcastKey.allCases.first { $0.name.namespace == AppcastItem.sparkle && $0.name.local == nearest }
  }

  /// True if the name may say for whom the release is. The release is then held back, because a limit that is not read
  /// must not let everybody pass.
  var mayRestrict: Bool {
    if Self.others.contains(where: folded.hasPrefix) { return false }
    return Self.beginnings.contains(where: folded.hasPrefix) || Self.parts.contains(where: folded.contains)
  }
}
