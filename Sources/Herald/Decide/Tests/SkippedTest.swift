/// A version that the user chose to skip isn't offered again.
extension Rule {
  @inline(__always)
  func passesSkipped<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard kind == .optional, !situation.isManual, let skipped = situation.records[id]?.skippedVersion else {
      return true
    }
    let offered = condition.target?.text ?? situation.standing.profile[.appVersionName]
    let passed = !Self.isSame(skipped, offered)
    witness.saw(
      Comparison(
        "version skipped", found: skipped.string, wanted: "another than \(offered?.string ?? "none")", passed: passed,
        key: condition.target == nil ? nil : "/targetVersion", basis: .skip))
    return passed
  }

  /// Compared as versions where both are, else as texts.
  private static func isSame(_ skipped: ExactString, _ offered: ExactString?) -> Bool {
    guard let offered else { return false }
    if let a = AppVersion(skipped.string), let b = AppVersion(offered.string) { return a == b }
    return skipped == offered
  }
}
