/// Compares the versions that prompts offer, as they are written.
enum TargetName {
  /// True if two prompts offer the same version: compared as versions if both are, otherwise as texts.
  ///
  /// - Parameter parsed: `right` as a version, where it was parsed before.
  static func isSame(_ left: ExactString?, _ right: ExactString?, parsed: AppVersion? = nil) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left == right { return true }
    guard let other = AppVersion(left.string), let version = parsed ?? AppVersion(right.string) else { return false }
    return version == other
  }
}

extension Rule {
  /// The version that the rule offers, as its document writes it, else the version code; nil where it names neither.
  package var target: ExactString? { targetVersion?.text ?? targetVersionCode.map { ExactString(String($0)) } }

  /// True if an earlier prompt offered the same version.
  func isSameTarget(as earlier: ExactString?) -> Bool {
    TargetName.isSame(earlier, target, parsed: targetVersion?.version)
  }
}
