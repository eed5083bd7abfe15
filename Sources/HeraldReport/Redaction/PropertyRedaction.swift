public import Herald

/// Which properties of a device are told, and how exactly.
public struct PropertyRedaction: Sendable {
  /// Not told, though they are well known.
  public var dropped: Set<ExactString> = []
  /// Told less exactly.
  public var coarsened: [ExactString: Coarsening] = [:]
  /// Told, though they are the app's own: a name, or the beginning of names with a `*` behind it.
  public var kept: [ExactString] = []

  public init() {}

  /// The properties that are told unless they are dropped: what Herald itself reads.
  public static let wellKnown: [ExactString] = [
    .appPackageName, .appVersionName, .appVersionCode, .deviceOsName, .deviceOsVersion, .deviceModel,
    .deviceIsTablet, .deviceLanguage,
  ]

  /// What becomes of a property.
  public enum Fate: Hashable, Sendable {
    case kept, dropped
    /// Under the name of a ``Coarsening``.
    case coarsened(String)
  }

  public func fate(of name: ExactString) -> Fate {
    guard !dropped.contains(name), Self.wellKnown.contains(name) || isKept(name) else { return .dropped }
    return coarsened[name].map { .coarsened($0.name) } ?? .kept
  }

  private func isKept(_ name: ExactString) -> Bool {
    kept.contains { pattern in
      let bytes = pattern.string.utf8
      guard bytes.last == UInt8(ascii: "*") else { return pattern == name }
      return name.string.utf8.starts(with: bytes.dropLast())
    }
  }

  /// The value of a property as it is told; nil where it isn't.
  func value(_ value: ExactString, of name: ExactString) -> ExactString? {
    switch fate(of: name) {
    case .kept: value
    case .dropped: nil
    case .coarsened: coarsened[name]?.coarser(value.string).map { ExactString($0) }
    }
  }

  func profile(_ profile: Profile) -> Profile {
    Profile(
      profile.properties.compactMap { property in
        value(property.value, of: property.name).map { (property.name, $0) }
      })
  }
}
