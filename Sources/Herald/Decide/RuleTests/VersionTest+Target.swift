/// A rule's target version and version code: the installed ones must be lower.
extension VersionCondition {
  static func isBelow<W: Witness>(
    _ target: PublishedVersion?, _ code: Int?, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    var passed = true
    if let target {
      let installed = properties[.appVersionName]
      let isLower = installed.version.map { $0 < target.version } ?? false
      witness.record(
        Comparison(
          "appVersionName", found: installed.raw?.string, wanted: "lower than \(target.text)", passed: isLower,
          key: "/targetVersion", basis: .launch))
      passed = isLower
    }
    if let code, !isWithoutCode(properties) {
      let installed = properties[.appVersionCode]
      let isLower = installed.version.map { $0 < AppVersion(number: code) } ?? false
      witness.record(
        Comparison(
          "appVersionCode", found: installed.raw?.string, wanted: "lower than \(code)", passed: isLower,
          key: "/targetVersionCode", basis: .launch))
      passed = passed && isLower
    }
    return passed
  }

  /// Version codes exist on Android. A device of another system without one is not tested for it.
  private static func isWithoutCode(_ properties: Properties) -> Bool {
    let system = properties[.deviceOsName].normalized
    guard !system.isEmpty, system != "android" else { return false }
    return properties[.appVersionCode].raw.map { $0.string.isBlank } ?? true
  }
}
