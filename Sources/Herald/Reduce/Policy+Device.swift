extension Policy {
  /// The policy with the rules for one device.
  func on(_ profile: Profile) -> Policy {
    guard let bySystem else { return self }
    return Self.policy(on: profile, among: bySystem)
  }

  @inline(never)
  private static func policy(on profile: Profile, among policies: SystemPolicies) -> Policy {
    let system = ExactString(profile[.deviceOsName]?.string.normalized ?? "")
    return policies.bySystem.first { $0.systems.contains(system) }?.policy ?? policies.other
  }
}
