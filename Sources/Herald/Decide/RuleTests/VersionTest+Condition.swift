/// Evaluates a rule's condition on the installed version, and derives its inputs and its samples.
extension VersionCondition {
  /// The key below a rule at which an explanation finds the wanted value, unless it is the rule's target.
  package static let key = "/version"
  /// The same for a version code.
  package static let codeKey = "/versionCode"

  func isMet<W: Witness>(by properties: Properties, _ witness: inout W) -> Bool {
    switch self {
    case .none: return true
    case .below(let target, let code): return Self.isBelow(target, code, properties, &witness)
    case .older(let store, let preReleases): return Self.isOlder(than: store, preReleases, properties, &witness)
    case .olderBuild(let build, let version): return Self.isOlderBuild(than: build, version, properties, &witness)
    case .equal(let version): return Self.isEqual(to: version, properties, &witness)
    case .lower(let number, let store): return Self.isLower(number, than: store, properties, &witness)
    case .bundleNumber(let bound): return Self.isBundleNumber(below: bound, properties, &witness)
    case .never:
      witness.record(
        Comparison(
          "appVersionName", found: properties[.appVersionName].raw?.string,
          wanted: "lower than a version that the document does not name", passed: false, key: Self.key,
          basis: .launch))
      return false
    }
  }

  /// The properties that it reads.
  var properties: [ExactString] {
    switch self {
    case .none: []
    case .below(let target, let code):
      (target == nil ? [] : [.appVersionName]) + (code == nil ? [] : [.appVersionCode, .deviceOsName])
    case .older, .equal, .lower: [.appVersionName]
    case .olderBuild, .bundleNumber: [.appVersionCode, .appVersionName]
    case .never: []
    }
  }

  /// Versions on which the result can differ.
  var samples: [PropertySample] {
    switch self {
    case .none, .never: return []
    case .below(let target, let code):
      return [
        target.map { .around($0.text.string, .appVersionName) }, code.map { .around(String($0), .appVersionCode) },
      ].compactMap(\.self)
    case .older(let version, _), .equal(let version), .lower(_, let version):
      return [.around(version.text.string, .appVersionName)]
    case .olderBuild(let build, let version):
      return [.around(build.text.string, .appVersionCode)]
        + (version.map { [.around($0.text.string, .appVersionName)] } ?? [])
    case .bundleNumber(let bound):
      let versions = BundleNumber.versions(around: bound)
      return [.appVersionCode, .appVersionName].map { PropertySample(property: $0, texts: versions) }
    }
  }

  /// The document's values by key.
  var terms: [(key: String, text: String)] {
    switch self {
    case .none: []
    case .below(let target, let code):
      (target.map { [("/targetVersion", $0.text.string)] } ?? [])
        + (code.map { [("/targetVersionCode", "\($0)")] } ?? [])
    case .older(let store, let preReleases):
      [(Self.key, "lower than \(store.text)" + (preReleases == .leftOut ? ", and no pre-release" : ""))]
    case .olderBuild(let build, let version):
      [(Self.codeKey, "lower than \(build.text)")] + (version.map { [(Self.key, "lower than \($0.text)")] } ?? [])
    case .equal(let version): [(Self.key, "version \(version.text)")]
    case .lower(.first, let store): [(Self.key, "a first number lower than that of \(store.text)")]
    case .lower(.second, let store): [(Self.key, "the first number of \(store.text) and a lower second one")]
    case .bundleNumber(let bound): [(Self.key, "a bundle number lower than \(bound.text)")]
    case .never: [(Self.key, "none: the document names no version")]
    }
  }
}
