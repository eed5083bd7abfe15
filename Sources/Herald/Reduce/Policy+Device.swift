extension Policy {
  /// The policy with the rules for one device.
  func on(_ profile: Profile) -> Policy {
    guard let bySystem else { return self }
    return Self.policy(on: profile, among: bySystem) ?? self
  }

  @inline(never)
  private static func policy(on profile: Profile, among policies: SystemPolicies) -> Policy? {
    let name = profile[.deviceOsName]?.string ?? ""
    let system = ExactString(policies.areNamesFolded ? SystemName(name).system : name.normalized)
    let candidates = policies.bySystem.first { $0.systems.contains(system) }?.policies ?? policies.others
    guard candidates.count > 1, let own = profile.packageName?.string.trimmed else { return candidates.first }
    return candidates.first { $0.packageName == ExactString(own) } ?? candidates.first
  }
}
