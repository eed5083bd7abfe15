import Herald

/// Caches the numbers that texts and profiles have in a ledger.
struct NumberCache {
  private var texts: [ExactString: Int] = [:]
  /// By identity, because equal profiles are one object nearly always. The object is kept so that its identifier stays
  /// its own.
  private var profiles: [ObjectIdentifier: (profile: Profile, number: Int)] = [:]
  private static let capacity = 65_536

  /// The number of a text.
  ///
  /// - Parameter find: finds a number that is not cached.
  mutating func number(of value: ExactString, find: (String) -> Int) -> Int {
    if let known = texts[value] { return known }
    if texts.count >= Self.capacity { texts.removeAll(keepingCapacity: true) }
    let number = find(value.string)
    texts[value] = number
    return number
  }

  /// The number of a profile.
  ///
  /// - Parameter find: finds a number that is not cached by the profile's properties as JSON.
  mutating func number(of value: Profile, find: (String) -> Int) -> Int {
    if let known = profiles[ObjectIdentifier(value)] { return known.number }
    if profiles.count >= Self.capacity { profiles.removeAll(keepingCapacity: true) }
    var writer = JSONWriter()
    value.write(into: &writer)
    let number = find(writer.string)
    profiles[ObjectIdentifier(value)] = (value, number)
    return number
  }
}
