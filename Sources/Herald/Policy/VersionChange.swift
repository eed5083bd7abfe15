/// The size of the step from one version to another, by the first number that differs.
public enum VersionChange: String, Hashable, Sendable, CaseIterable {
  /// The first numbers differ.
  case major
  /// The second numbers differ, and those before are equal.
  case minor
  /// The third numbers differ, and those before are equal.
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

extension Rule {
  /// The change from the installed version to the target; nil where there is none that can be named.
  func change(on properties: Properties) -> VersionChange? {
    guard let target = targetVersion?.version, let installed = properties[.appVersionName].version else { return nil }
    return VersionChange(from: installed, to: target)
  }

  /// Whether the prompt offers another app than the one that asks, so that the installed version says nothing of it.
  func isAboutAnotherApp(_ properties: Properties) -> Bool {
    guard let target = targetPackageName else { return false }
    return properties[.appPackageName].raw.map { ExactString($0.string.trimmed) != ExactString(target.string.trimmed) }
      ?? true
  }
}
