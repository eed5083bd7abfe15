/// The size of the step from one version to another, by the first number that differs.
public enum VersionChange: String, Hashable, Sendable, CaseIterable {
  /// The first numbers differ.
  case major
  /// The second numbers differ, and the first are equal.
  case minor
  /// The third numbers differ, and the numbers before are equal.
  case patch
  /// A later number differs, and all before are equal.
  case revision
  /// All numbers are equal, and the pre-releases differ.
  case prerelease

  /// Nil for equal versions.
  package init?(from old: AppVersion, to new: AppVersion) {
    switch old.firstDifference(from: new) {
    case 0?: self = .major
    case 1?: self = .minor
    case 2?: self = .patch
    case _?: self = .revision
    case nil:
      guard old != new else { return nil }
      self = .prerelease
    }
  }
}
