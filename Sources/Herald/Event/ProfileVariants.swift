/// Caches profiles with the draws and the trust that launches brought, so that equal profiles are one object.
///
/// Deciders cache the verdicts on a profile by its identity, and every launch of an app that trusts keys brings them.
struct ProfileVariants: Sendable {
  private struct Key: Hashable {
    let profile: ObjectIdentifier
    let draws: ExactString?
    let trust: ExactString?
  }

  /// Keeps the plain profile alive, so that its identifier stays its own.
  private var known: [Key: (plain: Profile, variant: Profile)] = [:]
  private static let capacity = 65_536

  mutating func variant(of profile: Profile, draws: ExactString?, trust: ExactString?) -> Profile {
    if draws == nil, trust == nil { return profile }
    let key = Key(profile: ObjectIdentifier(profile), draws: draws, trust: trust)
    if let found = known[key] { return found.variant }
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    let variant = profile.with(draws.flatMap { Draws(json: $0) }, trust.flatMap { Trust(json: $0) })
    known[key] = (profile, variant)
    return variant
  }
}
