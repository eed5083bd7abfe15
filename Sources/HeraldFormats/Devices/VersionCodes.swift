package import Herald

extension VersionCondition {
  /// The devices that pass a comparison of version codes, in two disjoint parts: the code is low enough, or the device
  /// tells none and its system has none. Empty for a condition that compares no codes.
  package var codeTerms: [DeviceTerms] {
    guard case .below(_, let code?) = self else { return [] }
    // Android has version codes, and a system without a name may be Android.
    let otherSystems = Filter(property: .deviceOsName, text: "!android, !''")
    return [
      .all([Filter(property: .appVersionCode, text: "<\(code)")]),
      .all([Filter(property: .appVersionCode, text: "''"), otherSystems]),
    ]
  }
}
