/// Compares the versions that prompts offer, as they are written.
enum TargetName {
  /// Whether two prompts offer the same version: compared as versions if both are, otherwise as texts.
  static func isSame(_ left: ExactString?, _ right: ExactString?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left == right { return true }
    if let a = AppVersion(left.string), let b = AppVersion(right.string) { return a == b }
    return false
  }
}

extension Rule {
  /// The version that the rule offers, as its document writes it, else the version code; nil where it names neither.
  package var target: ExactString? { targetVersion?.text ?? targetVersionCode.map { ExactString(String($0)) } }
}
