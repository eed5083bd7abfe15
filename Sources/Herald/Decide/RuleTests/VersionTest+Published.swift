/// Compares a document's version with the installed one. A missing or unparseable installed version fails.
extension VersionCondition {
  static func isOlder<W: Witness>(
    than store: PublishedVersion, _ preReleases: PreReleases, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let onlyReleases = preReleases == .leftOut
    return isMet(
      by: properties, wanted: "lower than \(store.text)" + (onlyReleases ? releases(store) : ""), &witness
    ) { installed in
      installed < store.version && !(onlyReleases && isPreRelease(installed, store))
    }
  }

  /// A device without a version code is asked for its version.
  static func isOlderBuild<W: Witness>(
    than build: PublishedVersion, _ version: PublishedVersion?, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let installed = properties[.appVersionCode]
    if installed.raw?.string.isBlank ?? true, let version {
      return isOlder(than: version, .compared, properties, &witness)
    }
    let passed = installed.version.map { $0 < build.version } ?? false
    witness.record(
      Comparison(
        "appVersionCode", found: installed.raw?.string, wanted: "lower than \(build.text)", passed: passed,
        key: codeKey,
        basis: .launch))
    return passed
  }

  static func isEqual<W: Witness>(
    to version: PublishedVersion, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    isMet(by: properties, wanted: "version \(version.text)", &witness) { $0 == version.version }
  }

  static func isLower<W: Witness>(
    _ number: Number, than store: PublishedVersion, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let wanted =
      switch number {
      case .first: "a first number lower than that of \(store.text)"
      case .second: "the first number of \(store.text) and a lower second one"
      }
    return isMet(by: properties, wanted: wanted + releases(store), &witness) { installed in
      let first = installed.order(ofNumber: 0, to: store.version)
      let isLower =
        switch number {
        case .first: first < 0
        case .second: first == 0 && installed.order(ofNumber: 1, to: store.version) < 0
        }
      return isLower && !isPreRelease(installed, store)
    }
  }

  private static func isPreRelease(_ installed: AppVersion, _ store: PublishedVersion) -> Bool {
    installed.isPreRelease || store.version.isPreRelease
  }

  /// The words that an explanation adds where pre-releases are left out.
  private static func releases(_ store: PublishedVersion) -> String {
    store.version.isPreRelease ? ", which is a pre-release and is never offered" : ", and no pre-release"
  }

  private static func isMet<W: Witness>(
    by properties: Properties, wanted: @autoclosure () -> String, _ witness: inout W, _ isMet: (AppVersion) -> Bool
  ) -> Bool {
    let installed = properties[.appVersionName]
    let passed = installed.version.map(isMet) ?? false
    witness.record(
      Comparison(
        "appVersionName", found: installed.raw?.string, wanted: wanted(), passed: passed, key: key, basis: .launch))
    return passed
  }
}
