extension InstalledBasis {
  /// The systems on which ``nameOnPhones`` reads the name.
  package static let phones: Set<ExactString> = ["android", "ios", "ipados"]

  /// The property with the installed version of a device.
  func property(_ properties: Properties) -> ExactString {
    switch self {
    case .name: return .appVersionName
    case .nameOnPhones where Self.phones.contains(ExactString(properties[.deviceOsName].normalized)):
      return .appVersionName
    case .build, .nameOnPhones:
      return properties[.appVersionCode].raw?.string.isBlank ?? true ? .appVersionName : .appVersionCode
    }
  }

  func installed(_ properties: Properties) -> PropertyValue { properties[property(properties)] }

  /// Versions on which a comparison with a bound can differ.
  func samples(around bound: PublishedVersion) -> [PropertySample] {
    properties.filter { $0 != .deviceOsName }.map { .around(bound.text.string, $0) }
  }

  /// The properties that decide.
  var properties: [ExactString] {
    switch self {
    case .name: [.appVersionName]
    case .build: [.appVersionCode, .appVersionName]
    case .nameOnPhones: [.appVersionCode, .appVersionName, .deviceOsName]
    }
  }
}

extension VersionCondition {
  /// Compares the installed version with the lowest one to update from; a missing one fails.
  static func isAtLeast<W: Witness>(
    _ lowest: PublishedVersion, _ basis: InstalledBasis, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let property = basis.property(properties)
    let passed = properties[property].version.map { $0 >= lowest.version } ?? false
    witness.record(
      Comparison(
        properties[property], of: property, wanted: "at least \(lowest.text)", bound: lowest.text.string,
        passed: passed, key: lowestKey))
    return passed
  }
}
