/// A rule's condition on the app's installed version. `Decide/RuleTests` evaluates it.
public enum VersionCondition: Sendable {
  case none
  /// The installed version, and the version code, must be lower; nil sets no condition.
  case below(target: PublishedVersion?, code: Int?)
  /// The installed version must be lower than the version in the store.
  case older(than: PublishedVersion, PreReleases)
  /// The installed version code must be lower; on a device without one, the installed version.
  case olderBuild(than: PublishedVersion, version: PublishedVersion?)
  /// The installed version must be lower, as a basis says which that is.
  case olderOn(InstalledBasis, than: PublishedVersion)
  /// The installed version must be at least a lowest one to update from, as a basis says which that is, and meet
  /// another condition too.
  indirect case from(PublishedVersion, InstalledBasis, VersionCondition)
  /// The installed version must be this one, however it is written.
  case equal(to: PublishedVersion)
  /// One number of the installed version must be lower, and the numbers before it equal; pre-releases are left out.
  case lower(Number, than: PublishedVersion)
  /// The number of the installed bundle version must be lower.
  case bundleNumber(below: BundleNumberBound)
  /// No installed version meets the condition, because the document names no version to compare with.
  case never

  /// The treatment of a pre-release, installed or in the store.
  public enum PreReleases: Sendable {
    /// It comes before its release.
    case compared
    /// It is never offered, and nothing is offered to it.
    case leftOut
  }

  /// A number's place in a version; a missing number is 0.
  public enum Number: Int, Sendable {
    case first, second
  }

  /// The version below which the installed one must be, if the document calls it the rule's target.
  package var target: PublishedVersion? {
    if case .below(let target, _) = self { target } else { nil }
  }

  /// The version code below which the installed one must be, if the document calls it the rule's target.
  package var targetCode: Int? {
    if case .below(_, let code) = self { code } else { nil }
  }
}

/// The installed version that a feed's version is compared with.
public enum InstalledBasis: Hashable, Sendable {
  /// The version code; on a device without one, the version that people see.
  case build
  /// The version that people see.
  case name
  /// The version that people see on a phone, where a code counts builds of its own; elsewhere as ``build``.
  case nameOnPhones
}
