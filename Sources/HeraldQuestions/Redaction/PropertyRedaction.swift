public import Herald

/// The properties of a device that a redacted log contains, and how exact they are.
public struct PropertyRedaction: Sendable {
  /// Well-known properties that are left out.
  public var dropped: Set<ExactString> = []
  /// Properties with less exact values.
  public var coarsened: [ExactString: Coarsening] = [:]
  /// The app's own properties that are kept: names, or prefixes that end with `*`.
  public var kept: [ExactString] = []

  /// Keeps the well-known properties as they are, and drops all others.
  public init() {}

  /// The properties that Herald reads. They are kept unless they are dropped.
  public static let wellKnown: [ExactString] = [
    .appPackageName, .appVersionName, .appVersionCode, .deviceOsName, .deviceOsVersion, .deviceModel,
    .deviceIsTablet, .deviceLanguage,
  ]

  /// The treatment of a property.
  package enum Fate: Hashable, Sendable {
    case kept, dropped
    /// Made less exact by the ``Coarsening`` with this name.
    case coarsened(String)
  }

  /// Returns the treatment of the property with a name.
  package func fate(of name: ExactString) -> Fate {
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

  /// The redacted value of a property; nil where it is left out.
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
