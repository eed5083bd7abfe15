package import Herald

extension Policy {
  /// The devices to which nothing is shown because their version is under review: those that meet at least one element.
  package var reviewedDevices: [DeviceTerms] {
    switch reviewVersions {
    case nil: []
    case .all?: [DeviceTerms()]
    case .matching(let filter)?: filter.parts.isEmpty ? [] : [.all([filter])]
    case .equal(let versions)?:
      versions.map { version in
        .all([">=", "<="].map { Filter(property: .appVersionName, text: $0 + version.text.string) })
      }
    }
  }
}
