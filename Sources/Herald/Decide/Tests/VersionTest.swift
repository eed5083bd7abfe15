/// The installed version must be one that the rule is for.
extension Rule {
  @inline(__always)
  func passesVersion<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.rule.meetsVersion }
    return meetsVersion(situation.properties, &witness)
  }

  func meetsVersion<W: Witness>(_ properties: Properties, _ witness: inout W) -> Bool {
    if case .none = condition { return true }
    if let targetPackageName, isAnotherApp(targetPackageName, properties, &witness) { return true }
    return condition.isMet(by: properties, &witness)
  }

  /// A prompt that leads to another app doesn't ask for this one's version.
  private func isAnotherApp<W: Witness>(
    _ target: ExactString, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let own = properties[.appPackageName].raw
    let isOther = own.map { ExactString($0.string.trimmed) != ExactString(target.string.trimmed) } ?? true
    guard isOther else { return false }
    witness.saw(
      Comparison(
        "appPackageName", found: own?.string, wanted: "another app than \(target): the version is not asked",
        passed: true, key: "/targetPackageName", basis: .launch))
    return true
  }
}

extension VersionCondition {
  /// Where below a rule an explanation looks for the value that asked, unless it is the rule's target.
  package static let key = "/version"

  func isMet<W: Witness>(by properties: Properties, _ witness: inout W) -> Bool {
    switch self {
    case .none: return true
    case .below(let target, let code): return Self.isBelow(target, code, properties, &witness)
    case .older(let store, let preReleases): return Self.isOlder(than: store, preReleases, properties, &witness)
    case .equal(let version): return Self.isEqual(to: version, properties, &witness)
    case .lower(let number, let store): return Self.isLower(number, than: store, properties, &witness)
    case .bundleNumber(let bound): return Self.isBundleNumber(below: bound, properties, &witness)
    case .never:
      witness.saw(
        Comparison(
          "appVersionName", found: properties[.appVersionName].raw?.string,
          wanted: "lower than a version that the document does not name", passed: false, key: Self.key,
          basis: .launch))
      return false
    }
  }
}
