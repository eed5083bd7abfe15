/// The number of the installed bundle version, compared with a number that a document names.
extension VersionCondition {
  static func isBundleNumber<W: Witness>(
    below bound: BundleNumberBound, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    // The bundle version is the version code; an app that sends none has its version's name in both places.
    let code = properties[.appVersionCode].raw
    let version = code ?? properties[.appVersionName].raw
    let subject =
      code != nil ? "appVersionCode" : version != nil ? "appVersionName" : "appVersionCode or appVersionName"
    guard let version, let number = BundleNumber(version.string) else {
      witness.record(
        Comparison(
          subject, found: version?.string,
          wanted: "a bundle version such as 10.2.3, whose number is lower than \(bound.text)", passed: false, key: key,
          basis: .launch, diagnostic: .bundleNumberUnavailable,
          incomparable: version.map {
            Incomparable(property: code == nil ? .appVersionName : .appVersionCode, text: $0, form: .bundleVersion)
          }))
      return false
    }
    let passed = bound.isAbove(number)
    witness.record(
      Comparison(
        subject, found: version.string, wanted: "a bundle number lower than \(bound.text), and it is \(number.value)",
        passed: passed, key: key, basis: .launch))
    return passed
  }
}

extension BundleNumber {
  /// The highest bundle versions of one, two and three numbers whose number is below a bound, and the lowest of all.
  static func versions(around bound: BundleNumberBound) -> [String] {
    var (versions, beginning) = ([String](), "")
    for numbers in [0...99, 0...9, 0...9] {
      guard
        let highest = numbers.last(where: { BundleNumber(beginning + String($0)).map(bound.isAbove) ?? false })
      else { break }
      versions.append(beginning + String(highest))
      beginning += "\(highest)."
    }
    return versions.reversed() + ["99.9.9", "0d0"]
  }
}
