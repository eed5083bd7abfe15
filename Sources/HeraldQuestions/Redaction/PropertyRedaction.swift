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
  public static let wellKnown: [ExactString] = ReadProperty.allCases.map(\.name)

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

/// Makes the values of a property less exact, so that more devices share a value.
///
/// ```swift
/// redaction.properties.coarsened[.appVersionName] = Coarsening.named("major", for: .appVersionName)
/// ```
public struct Coarsening: Sendable {
  /// The name on a command line, such as `major`.
  public let name: String
  /// The properties that it applies to.
  public let properties: [ExactString]
  /// An example in words.
  public let words: String
  /// Returns the coarser value; nil for a value of another form, which is then dropped.
  let coarser: @Sendable (String) -> String?

  /// All coarsenings.
  public static let all: [Coarsening] = [
    Coarsening(
      name: "major", properties: [.appVersionName, .deviceOsVersion], words: "17.4.1 becomes 17",
      coarser: { numbers($0, 1) }),
    Coarsening(
      name: "minor", properties: [.appVersionName, .deviceOsVersion], words: "17.4.1 becomes 17.4",
      coarser: { numbers($0, 2) }),
    Coarsening(
      name: "thousands", properties: [.appVersionCode], words: "20417 becomes 20000", coarser: { rounded($0, 3) }),
    Coarsening(
      name: "primary", properties: [.deviceLanguage], words: "pt-BR becomes pt", coarser: primaryLanguage),
  ]

  /// The coarsening with a name for a property; nil where the name doesn't apply to it.
  public static func named(_ name: String, for property: ExactString) -> Coarsening? {
    all.first { $0.name == name && $0.properties.contains(property) }
  }

  /// The first numbers of a version, without the rest and without a pre-release.
  private static func numbers(_ text: String, _ count: Int) -> String? {
    guard AppVersion(text) != nil else { return nil }
    let text = text.normalized
    let sign = text.utf8.first == UInt8(ascii: "-") ? "-" : ""
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      .prefix { $0 == UInt8(ascii: ".") || $0 >= 48 && $0 <= 57 }
    let parts = digits.split(separator: UInt8(ascii: "."))
    return sign + parts.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }

  /// A whole number with its last digits replaced by zeros.
  private static func rounded(_ text: String, _ zeros: Int) -> String? {
    let text = text.normalized
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return text.utf8.count <= zeros ? "0" : String(text.dropLast(zeros)) + String(repeating: "0", count: zeros)
  }

  /// The language of a tag: the part before the first `-` or `_` (RFC 5646); nil where it is not a language's code.
  private static func primaryLanguage(_ text: String) -> String? {
    let code = String(text.trimmed.unicodeScalars.prefix { $0 != "-" && $0 != "_" })
    return LanguageTagForm.isLanguage(code) ? code : nil
  }
}

/// Checks the form of language tags (RFC 5646, section 2.1) and of the keys of descriptions, which may be `*` or empty.
enum LanguageTagForm {
  static func isLanguage(_ code: String) -> Bool {
    (2...8).contains(code.utf8.count) && code.utf8.allSatisfy { isLetter($0) }
  }

  static func isKey(_ text: String) -> Bool {
    let subtags = text.split(separator: /[-_]/, omittingEmptySubsequences: false).map(String.init)
    return text.isEmpty || text == "*"
      || text.utf8.count <= 35 && isLanguage(subtags[0])
        && subtags.dropFirst().allSatisfy { subtag in
          (1...8).contains(subtag.utf8.count)
            && subtag.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) }
        }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
