import Herald

/// The installations that a rule's version code alone keeps from it, though their version is lower than the published one:
/// the code was not raised with the version.
struct HeldByCode: Sendable {
  private(set) var installations = 0
  private var first: (name: ExactString, code: ExactString)?
  private var highest: (code: AppVersion, text: ExactString)?

  /// The first of them, and the highest code among all; nil where there are none.
  var found: (name: ExactString, code: ExactString, highest: ExactString)? {
    guard let first, let highest else { return nil }
    return (first.name, first.code, highest.text)
  }

  /// Counts an installation that fails the rule's test `version` alone.
  mutating func record(_ profile: Profile, _ rule: Rule) {
    guard let target = rule.targetVersion?.version, let bound = rule.condition.build,
      let name = profile[.appVersionName], let installed = PropertyValue(name).version, installed < target,
      let code = profile[.appVersionCode], let own = PropertyValue(code).version, !(own < bound)
    else { return }
    installations += 1
    first = first ?? (name, code)
    if highest.map({ $0.code < own }) ?? true { highest = (own, code) }
  }

  mutating func add(_ other: HeldByCode) {
    installations += other.installations
    first = first ?? other.first
    if let next = other.highest, highest.map({ $0.code < next.code }) ?? true { highest = next }
  }
}

extension VersionCondition {
  /// The version code that the installed one must be lower than; nil where none is compared.
  fileprivate var build: AppVersion? {
    switch self {
    case .below(_, let code): code.flatMap { AppVersion(String($0)) }
    case .olderBuild(let build, _): build.version
    case .olderOn(let basis, let version): basis == .build ? version.version : nil
    case .from(_, _, let other): other.build
    case .none, .older, .equal, .lower, .bundleNumber, .never: nil
    }
  }
}

extension RuleReach {
  /// The finding about a version code that was not raised with its version.
  var codeBehindName: Diagnostic? {
    guard let found = heldByCode.found, let target = rule.targetVersion else { return nil }
    let count = heldByCode.installations.of("installation", "installations")
    return Diagnostic(
      ReachCode.codeBehindName, .warning,
      what:
        "Its version code alone keeps `\(rule.id.string.shown)` from \(count) older than \(target.text.string.shown), first "
        + "`\(found.name.string.shown)` with code `\(found.code.string.shown)`.",
      place: rule.source.keys[VersionCondition.codeKey] ?? rule.source.place,
      why: "the code is not above theirs, so it was probably not raised with the version",
      fix: "raise the code with each version: above \(found.highest.string.shown)")
  }
}
