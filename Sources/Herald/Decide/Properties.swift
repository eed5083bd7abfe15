/// A profile's properties. Those that a policy reads are parsed once for all filters.
struct Properties: Sendable {
  let profile: Profile
  private var values: [ExactString: PropertyValue] = [:]

  init(_ profile: Profile, readBy policy: Policy, _ cache: inout PropertyCache) {
    self.profile = profile
    let filtered = policy.rules.flatMap { $0.filters + $0.manners.segments.flatMap(\.segment.filters) }.map(\.property)
    for name in [.appVersionName, .appVersionCode, .deviceOsName, .deviceLanguage] + filtered where values[name] == nil
    {
      values[name] = cache.value(profile[name])
    }
  }

  /// Parses a property each time it is read.
  init(_ profile: Profile) { self.profile = profile }

  subscript(name: ExactString) -> PropertyValue { values[name] ?? PropertyValue(profile[name]) }
}

/// Caches parsed values by their text, because there are many profiles but few versions and languages.
struct PropertyCache: Sendable {
  private var values: [ExactString: PropertyValue] = [:]
  private static let capacity = 10_000

  mutating func value(_ raw: ExactString?) -> PropertyValue {
    guard let raw else { return PropertyValue(nil) }
    if let value = values[raw] { return value }
    if values.count >= Self.capacity { values.removeAll(keepingCapacity: true) }
    let value = PropertyValue(raw)
    values[raw] = value
    return value
  }
}
