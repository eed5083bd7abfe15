/// The installed version must be lower than the one that the rule leads to.
extension Rule {
  @inline(__always)
  func passesVersion<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.standing.versions[situation.ruleIndex] }
    return meetsVersion(situation.properties, &witness)
  }

  func meetsVersion<W: Witness>(_ properties: Properties, _ witness: inout W) -> Bool {
    guard case .below(let target, let code) = condition else { return true }
    if let targetPackageName, isAnotherApp(targetPackageName, properties, &witness) { return true }
    var passed = true
    if let target {
      let installed = properties[.appVersionName]
      let isLower = installed.version.map { $0 < target.version } ?? false
      witness.saw(
        Comparison(
          "appVersionName", found: installed.raw?.string, wanted: "lower than \(target.text)", passed: isLower,
          key: "/targetVersion", basis: .launch))
      passed = isLower
    }
    if let code, !isWithoutCode(properties) {
      let installed = properties[.appVersionCode]
      let isLower = installed.version.map { $0 < AppVersion(number: code) } ?? false
      witness.saw(
        Comparison(
          "appVersionCode", found: installed.raw?.string, wanted: "lower than \(code)", passed: isLower,
          key: "/targetVersionCode", basis: .launch))
      passed = passed && isLower
    }
    return passed
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

  /// Version codes are Android's; a device that says to be another and has none isn't asked for it.
  private func isWithoutCode(_ properties: Properties) -> Bool {
    let system = properties[.deviceOsName].normalized
    guard !system.isEmpty, system != "android" else { return false }
    return properties[.appVersionCode].raw.map { $0.string.isBlank } ?? true
  }
}
