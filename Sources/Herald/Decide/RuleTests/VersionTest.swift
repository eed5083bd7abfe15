/// The installed version must be a version that the rule is for.
enum VersionTest: DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    if case .none = rule.condition { return true }
    if rule.isAboutAnotherApp(properties) {
      witness.record(
        Comparison(
          "appPackageName", found: properties[.appPackageName].raw?.string,
          wanted: "another app than \(rule.targetPackageName?.string ?? ""): the version is not asked", passed: true,
          key: "/targetPackageName", basis: .launch))
      return true
    }
    return rule.condition.isMet(by: properties, &witness)
  }

  static func properties(of rule: Rule) -> [ExactString] {
    let compared = rule.condition.properties
    return compared.isEmpty || rule.targetPackageName == nil ? compared : compared + [.appPackageName]
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties([.appPackageName, .appVersionName, .appVersionCode, .deviceOsName])
  }

  static var documentKeys: [String] { ["targetVersion", "targetVersionCode", "version"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { rule.condition.terms }

  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] {
    let leadsElsewhere = rule.targetPackageName.map { $0 != packageName } ?? false
    guard case .below(let target, let code) = rule.condition, !leadsElsewhere else { return [] }
    let name = target.map { Filter(property: .appVersionName, text: "<\($0.text)") }
    // A device without version codes, such as an iPhone, is not tested for one.
    let number = code.map { Filter(property: .appVersionCode, text: "<\($0),''") }
    return [name, number].compactMap(\.self)
  }

  /// None: a target follows from what is published, and a device that has it needs no update.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    if let incomparable = comparison.incomparable {
      return "does not apply: \(comparison.subject.shown) \(incomparable.words)"
    }
    return "does not apply to \(comparison.subject.shown) \(comparison.foundWords) (it must be "
      + "\(comparison.wanted.shown)\(comparison.remarkWords))"
  }

  static var shortFailure: String { "not for this version" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The installed version is not one that the rule is for.",
      when: "It is not lower than the target, is missing, or is not a version.",
      fix: "Check `appVersionName` and `appVersionCode` against the rule's target.")
  }
}

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
          installed, of: .appVersionName, wanted: "lower than \(target.text)", bound: target.text.string,
          passed: isLower,
          key: "/targetVersion"))
      passed = isLower
    }
    if let code, !isWithoutCode(properties) {
      let installed = properties[.appVersionCode]
      let isLower = installed.version.map { $0 < AppVersion(number: code) } ?? false
      witness.record(
        Comparison(
          installed, of: .appVersionCode, wanted: "lower than \(code)", bound: String(code), passed: isLower,
          key: "/targetVersionCode"))
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

/// Evaluates a rule's condition on the installed version, and derives its inputs and its samples.
extension VersionCondition {
  /// The key below a rule at which an explanation finds the wanted value, unless it is the rule's target.
  package static let key = "/version"
  /// The same for a version code.
  package static let codeKey = "/versionCode"
  /// The same for the lowest version to update from.
  package static let lowestKey = "/minimumVersion"

  func isMet<W: Witness>(by properties: Properties, _ witness: inout W) -> Bool {
    switch self {
    case .none: return true
    case .below(let target, let code): return Self.isBelow(target, code, properties, &witness)
    case .older(let store, let preReleases): return Self.isOlder(than: store, preReleases, properties, &witness)
    case .olderBuild(let build, let version): return Self.isOlderBuild(than: build, version, properties, &witness)
    case .olderOn(let basis, let version): return Self.isOlder(on: basis, than: version, properties, &witness)
    case .from(let lowest, let basis, let condition):
      // Both are asked, so that an explanation has both.
      let isMet = condition.isMet(by: properties, &witness)
      return Self.isAtLeast(lowest, basis, properties, &witness) && isMet
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
    case .olderOn(let basis, _): basis.properties
    case .from(_, let basis, let condition):
      basis.properties + condition.properties.filter { !basis.properties.contains($0) }
    case .never: []
    }
  }

  /// Versions on which the result can differ, of every form: some formats compare in ways that have no classes.
  package var samples: [PropertySample] {
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
    case .olderOn(let basis, let version):
      return basis.samples(around: version)
    case .from(let lowest, let basis, let condition): return condition.samples + basis.samples(around: lowest)
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
    case .olderOn(let basis, let version):
      [(Self.key, "lower than \(version.text)")]
        + (basis == .name ? [] : [(Self.codeKey, "lower than \(version.text)")])
    case .from(let lowest, _, let condition): condition.terms + [(Self.lowestKey, "at least \(lowest.text)")]
    case .equal(let version): [(Self.key, "version \(version.text)")]
    case .lower(.first, let store): [(Self.key, "a first number lower than that of \(store.text)")]
    case .lower(.second, let store): [(Self.key, "the first number of \(store.text) and a lower second one")]
    case .bundleNumber(let bound): [(Self.key, "a bundle number lower than \(bound.text)")]
    case .never: [(Self.key, "none: the document names no version")]
    }
  }
}

/// Compares a document's version with the installed one. A missing or unparseable installed version fails.
extension VersionCondition {
  static func isOlder<W: Witness>(
    than store: PublishedVersion, _ preReleases: PreReleases, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    isMet(
      by: properties, wanted: "lower than \(store.text)" + (preReleases == .leftOut ? releases(store) : ""), store,
      &witness
    ) { isOlder($0, than: store, preReleases) }
  }

  /// True if an installed version is lower than the version in the store.
  package static func isOlder(
    _ installed: AppVersion, than store: PublishedVersion, _ preReleases: PreReleases
  ) -> Bool {
    installed < store.version && !(preReleases == .leftOut && isPreRelease(installed, store))
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
        installed, of: .appVersionCode, wanted: "lower than \(build.text)", bound: build.text.string, passed: passed,
        key: codeKey))
    return passed
  }

  static func isOlder<W: Witness>(
    on basis: InstalledBasis, than version: PublishedVersion, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    basis.property(properties) == .appVersionName
      ? isOlder(than: version, .compared, properties, &witness)
      : isOlderBuild(than: version, nil, properties, &witness)
  }

  static func isEqual<W: Witness>(
    to version: PublishedVersion, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    isMet(by: properties, wanted: "version \(version.text)", version, &witness) { $0 == version.version }
  }

  static func isLower<W: Witness>(
    _ number: Number, than store: PublishedVersion, _ properties: Properties, _ witness: inout W
  ) -> Bool {
    let wanted =
      switch number {
      case .first: "a first number lower than that of \(store.text)"
      case .second: "the first number of \(store.text) and a lower second one"
      }
    return isMet(by: properties, wanted: wanted + releases(store), store, &witness) { isLower($0, number, than: store) }
  }

  /// True if a number of an installed version is lower, and the numbers before it are equal.
  package static func isLower(_ installed: AppVersion, _ number: Number, than store: PublishedVersion) -> Bool {
    let first = installed.order(ofNumber: 0, to: store.version)
    let isLower =
      switch number {
      case .first: first < 0
      case .second: first == 0 && installed.order(ofNumber: 1, to: store.version) < 0
      }
    return isLower && !isPreRelease(installed, store)
  }

  private static func isPreRelease(_ installed: AppVersion, _ store: PublishedVersion) -> Bool {
    installed.isPreRelease || store.version.isPreRelease
  }

  /// The words that an explanation adds where pre-releases are left out.
  private static func releases(_ store: PublishedVersion) -> String {
    store.version.isPreRelease ? ", which is a pre-release and is never offered" : ", and no pre-release"
  }

  private static func isMet<W: Witness>(
    by properties: Properties, wanted: @autoclosure () -> String, _ bound: PublishedVersion, _ witness: inout W,
    _ isMet: (AppVersion) -> Bool
  ) -> Bool {
    let installed = properties[.appVersionName]
    let passed = installed.version.map(isMet) ?? false
    witness.record(
      Comparison(
        installed, of: .appVersionName, wanted: wanted(), bound: bound.text.string, passed: passed, key: key))
    return passed
  }
}
