/// The versions of the app that are under review in the store: nothing is shown to them.
public enum ReviewedVersions: Sendable {
  /// All versions.
  case all
  /// The versions that a filter on `appVersionName` matches. A filter without parts matches none.
  case matching(Filter)
  /// Any of some versions, however it is written.
  case equal(to: [PublishedVersion])

  /// True if an installed version is one of them.
  func contains(_ installed: PropertyValue) -> Bool {
    switch self {
    case .all: true
    case .matching(let filter): !filter.parts.isEmpty && filter.verdict(on: installed).matches
    case .equal(let versions): installed.version.map { own in versions.contains { $0.version == own } } ?? false
    }
  }
}
