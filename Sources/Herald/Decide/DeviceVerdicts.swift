/// The part of all decisions on one device under one policy that does not depend on time, trigger or past prompts.
///
/// A fleet has few pairs of profile and policy and decides on each of them often, so this is computed once for a pair.
package final class DeviceVerdicts: Sendable {
  let prepared: PreparedPolicy
  package let profile: Profile
  package let isThisApp: Bool
  package let isUnderReview: Bool
  /// True if the device runs Android, according to its properties.

  let isAndroid: Bool
  /// One for each rule of the policy.
  let rules: [RuleVerdict]
  /// One for each rule of the policy, beside each other, because most decisions look at nothing else of most rules.
  let settled: [SettledRule]
  /// The policy's segments.
  let segments: SegmentMemberships
  /// The language of Herald's own texts.
  let ownLanguage: OwnLanguage

  var policy: Policy { prepared.policy }

  package convenience init(of state: borrowing InstallationState, under policy: Policy) {
    var cache = PropertyCache()
    self.init(of: state, under: PreparedPolicy(policy), &cache)
  }

  init(of state: borrowing InstallationState, under prepared: PreparedPolicy, _ cache: inout PropertyCache) {
    let policy = prepared.policy
    let properties = Properties(state.profile, readBy: prepared, &cache)
    let language = cache.languageTags(properties[.deviceLanguage].raw)
    (self.prepared, profile) = (prepared, state.profile)
    if let name = policy.packageName { isThisApp = state.isThisApp(name) } else { isThisApp = true }
    isUnderReview = policy.isUnderReview(properties[.appVersionName])
    isAndroid = properties[.deviceOsName].normalized == "android"
    rules = policy.rules.map { RuleVerdict($0, on: properties, language) }
    settled = zip(policy.rules, rules).map { SettledRule($0, failing: $1.failed) }
    segments = properties.segments
    ownLanguage = OwnLanguage(for: language)
  }

  private init(_ other: DeviceVerdicts, segments: SegmentMemberships) {
    (prepared, profile, isThisApp) = (other.prepared, other.profile, other.isThisApp)
    (isUnderReview, isAndroid, rules) = (other.isUnderReview, other.isAndroid, other.rules)
    (settled, ownLanguage, self.segments) = (other.settled, other.ownLanguage, segments)
  }

  /// The same verdicts, for an explanation of some rules: with the remarks on the segments that the rules name.
  ///
  /// Each rule asked anew: 1,500 rules that name one segment of 8,000 filters took 209 s of a debug build.
  func explaining(_ rules: some Sequence<Rule>) -> DeviceVerdicts {
    prepared.segments.isEmpty
      ? self : DeviceVerdicts(self, segments: segments.remarking(on: rules, for: profile))
  }
}

/// The part of a rule's tests that depends only on the device.
struct RuleVerdict: Sendable {
  /// The failed tests among ``RuleTests/ofDevice``.
  let failed: RuleTestSet
  /// True if a decision may read the rule's record before it comes to one of ``failed``.
  let readsRecord: Bool
  /// The texts in the device's language; nil if the rule has none.
  let text: Descriptions.Choice?
  /// The texts of a rule that became a forced one, in the device's language; nil if the rule has none of its own.
  let forcedText: Descriptions.Choice?
  /// The texts of each variant in the device's language; nil for a variant that has none.
  let variantTexts: [Descriptions.Choice?]
  /// The change of version that makes the rule a forced one; nil where it does not.
  let forcingChange: VersionChange?
  /// True if the rule is critical for the installed version.
  let isCritical: Bool
  /// The page to which the installed version is led; nil where it can update by itself.
  let page: ExactString?

  init(_ rule: Rule, on properties: Properties, _ language: LanguageTags) {
    var failed = RuleTestSet()
    for test in RuleTests.ofDevice where !test.check.passes(rule, on: properties) { failed.insert(test.index) }
    self.failed = failed
    readsRecord = rule.mayRise || failed.first > RuleTests.firstOfRecord
    text = rule.descriptions.choice(for: language)
    forcedText = rule.pacing.forcedDescriptions?.choice(for: language)
    variantTexts = rule.pacing.variants.map { $0.descriptions.choice(for: language) }
    forcingChange =
      rule.mayRise && !rule.isAboutAnotherApp(properties)
      ? rule.change(on: properties).flatMap { rule.pacing.forceUpdateTypes.contains($0) ? $0 : nil } : nil
    var witness = NoWitness()
    isCritical = rule.critical?.isMet(by: properties, &witness) ?? false
    page = rule.destinations.page.flatMap { $0.isFor(properties) ? $0.url : nil }
  }
}

extension DeviceVerdicts {
  /// The indices of a rule's filters that do not match the device.
  package func failedFilters(of rule: Rule) -> [Int] {
    let properties = Properties(profile, segments: segments)
    return rule.filters.indices.filter { index in
      !rule.filters[index].verdict(on: rule.filters[index].value { properties[$0] }).matches
    }
  }
}

extension Rule.Page {
  fileprivate func isFor(_ properties: Properties) -> Bool {
    guard let version = basis.installed(properties).version else { return false }
    return versions.contains { $0.version == version }
  }
}
