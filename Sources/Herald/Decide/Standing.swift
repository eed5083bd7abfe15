/// What a device's properties say to a policy: all that does not depend on time, trigger or what was shown.
///
/// A fleet has few pairs of profile and policy and asks each of them often, so this is worked out once a pair.
final class Standing: Sendable {
  let profile: Profile
  let isThisApp: Bool
  let isUnderReview: Bool
  /// Whether the device says that it's an Android one.
  let isAndroid: Bool
  /// For each rule of the policy.
  let rules: [RuleStanding]
  /// The language of Herald's own texts.
  let ownLanguage: OwnLanguage

  convenience init(of state: InstallationState, under policy: Policy) {
    var values = PropertyValues()
    self.init(of: state, under: policy, reading: &values)
  }

  /// - Parameter values: what was read of properties so far.
  init(of state: InstallationState, under policy: Policy, reading values: inout PropertyValues) {
    let properties = Properties(state.profile, readFor: policy, &values)
    profile = state.profile
    isThisApp = policy.packageName.map { state.isThisApp($0) } ?? true
    isUnderReview = policy.isUnderReview(properties[.appVersionName])
    isAndroid = properties[.deviceOsName].normalized == "android"
    var witness = NoWitness()
    let language = LanguageTags(properties[.deviceLanguage].raw)
    rules = policy.rules.map { rule in
      RuleStanding(
        matchesFilters: rule.matchesFilters(properties, &witness),
        meetsVersion: rule.meetsVersion(properties, &witness),
        isForInstalled: rule.isForInstalled(properties, &witness),
        text: rule.descriptions.choice(for: language))
    }
    ownLanguage = OwnLanguage(for: language)
  }
}

/// What a device's properties say to one rule.
struct RuleStanding: Sendable {
  let matchesFilters: Bool
  let meetsVersion: Bool
  let isForInstalled: Bool
  /// The texts for the device's language; nil where there is none.
  let text: Descriptions.Choice?
}

/// Values of properties by their text, each read once: profiles are many, versions and languages few.
struct PropertyValues: Sendable {
  private var known: [ExactString: PropertyValue] = [:]
  private static let most = 10_000

  mutating func value(_ raw: ExactString?) -> PropertyValue {
    guard let raw else { return PropertyValue(nil) }
    if let value = known[raw] { return value }
    if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
    let value = PropertyValue(raw)
    known[raw] = value
    return value
  }
}

/// A profile's properties, those that a policy asks for read once however many filters ask.
struct Properties: Sendable {
  let profile: Profile
  private var values: [ExactString: PropertyValue] = [:]

  init(_ profile: Profile, readFor policy: Policy, _ read: inout PropertyValues) {
    self.profile = profile
    let asked = policy.rules.flatMap(\.filters).map(\.property)
    for name in [.appVersionName, .appVersionCode, .deviceOsName, .deviceLanguage] + asked where values[name] == nil {
      values[name] = read.value(profile[name])
    }
  }

  /// Nothing is read before it's asked for.
  init(_ profile: Profile) { self.profile = profile }

  subscript(name: ExactString) -> PropertyValue { values[name] ?? PropertyValue(profile[name]) }
}
