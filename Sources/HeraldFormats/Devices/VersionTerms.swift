package import Herald

extension VersionCondition {
  /// The devices whose installed version meets the condition, in disjoint parts.
  package var deviceTerms: [DeviceTerms] {
    switch self {
    case .none: [DeviceTerms()]
    case .never: []
    case .below(let target, let code):
      (code == nil ? [DeviceTerms()] : codeTerms).map { target.map(Self.lower)?.and($0) ?? $0 }
    case .older(let store, .compared): [Self.lower(store)]
    case .older(let store, .leftOut): [.one(.olderRelease(than: store), on: .appVersionName)]
    case .olderBuild(let build, let version):
      [.all([Filter(property: .appVersionCode, text: "<\(build.text)")])]
        + (version.map { [DeviceTerms.withoutCode.and(Self.lower($0))] } ?? [])
    case .olderOn(let basis, let version): basis.terms("<\(version.text)")
    case .from(let lowest, let basis, let condition):
      basis.terms(">=\(lowest.text)").flatMap { terms in condition.deviceTerms.map { terms.and($0) } }
    case .equal(let version):
      [.all([">=", "<="].map { Filter(property: .appVersionName, text: "\($0)\(version.text)") })]
    case .lower(let number, let store): [.one(.lower(number, than: store), on: .appVersionName)]
    case .bundleNumber(let bound):
      // A code that is there counts, even where it is blank.
      [
        .one(.bundleNumber(below: bound), on: .appVersionCode),
        DeviceTerms.one(.absent, on: .appVersionCode).and(.one(.bundleNumber(below: bound), on: .appVersionName)),
      ]
    }
  }

  private static func lower(_ version: PublishedVersion) -> DeviceTerms {
    .all([Filter(property: .appVersionName, text: "<\(version.text)")])
  }

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

extension InstalledBasis {
  /// The devices whose installed version meets a comparison, in disjoint parts. The basis says which version that is.
  fileprivate func terms(_ comparison: String) -> [DeviceTerms] {
    let byName = DeviceTerms.all([Filter(property: .appVersionName, text: comparison)])
    // A blank code cannot be compared, so that a device is in one part at most.
    let byBuild = [
      DeviceTerms.all([Filter(property: .appVersionCode, text: comparison)]), DeviceTerms.withoutCode.and(byName),
    ]
    switch self {
    case .name: return [byName]
    case .build: return byBuild
    case .nameOnPhones:
      let phones = ValueCondition(
        Filter(property: .deviceOsName, text: Self.phones.map(\.string).sorted().joined(separator: ", ")))
      var others = DeviceTerms()
      others.add(phones, isWanted: false)
      var onPhones = DeviceTerms()
      onPhones.add(phones)
      return [onPhones.and(byName)] + byBuild.map { others.and($0) }
    }
  }
}

extension DeviceTerms {
  /// One comparison of a property.
  fileprivate static func one(_ comparison: VersionComparison, on property: ExactString) -> DeviceTerms {
    var terms = DeviceTerms()
    terms.add(ValueCondition(comparison, on: property))
    return terms
  }

  /// The device has no version code, or a blank one.
  fileprivate static var withoutCode: DeviceTerms { .all([Filter(property: .appVersionCode, text: "''")]) }
}
