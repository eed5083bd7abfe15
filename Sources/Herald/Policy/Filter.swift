/// A rule's condition on one property of a device, such as `<2.7, !2.5.*` on `appVersionName`.
///
/// The text is Turkcell Updater's filter language: parts between commas. At least one part without `!` must match, and
/// no part with `!` may match.
///
/// ```swift
/// let filter = Filter(property: .appVersionName, text: "<2.7, !2.5.*")
/// print(filter.verdict(on: PropertyValue("2.6")).matches)  // true
/// ```
public struct Filter: Sendable {
  /// The property's name.
  public let property: ExactString
  /// The text as the document has it; for a limit that a format writes otherwise, the limit in words.
  public let text: String
  /// True if ``text`` is in words, and no document may have it as a filter.
  package let isInWords: Bool
  /// The parts in order, without empty ones and a bare `!`.
  public let parts: [Part]

  /// Parses a filter's text; every text is a filter.
  public init(property: ExactString, text: String) {
    self.property = property
    self.text = text
    isInWords = false
    parts = text.normalized.utf8.split(separator: UInt8(ascii: ",")).compactMap { Part(Substring($0)) }
  }

  /// Makes a filter that one text matches, whatever characters it has: normalized as in a document's filter, or in its
  /// own spelling.
  package init(property: ExactString, equalTo text: String, isExact: Bool) {
    self.property = property
    self.text = text
    isInWords = false
    let normalized = text.normalized
    parts = [Part(text: normalized, pattern: isExact ? .exactly(ExactString(text)) : .equals(normalized))]
  }

  /// Makes a filter with one pattern, for a limit that a format writes in words of its own.
  private init(property: ExactString, text: String, _ pattern: Pattern) {
    self.property = property
    self.text = text
    isInWords = false
    parts = [Part(text: text.normalized, pattern: pattern)]
  }

  private init(property: ExactString, words: String, _ part: Part) {
    self.property = property
    text = words
    isInWords = true
    parts = [part]
  }

  /// Makes a filter for versions from a lowest one on.
  ///
  /// - Parameter includesUnknown: true if a device passes that does not say its version, or none that can be read.
  package init(property: ExactString, atLeast bound: AppVersion, _ text: String, includesUnknown: Bool = false) {
    // As an exclusion, the filter also passes a device that does not send its version.
    let part =
      includesUnknown
      ? Part(text: "!<" + text.normalized, pattern: .compare(.below, bound), excludes: true)
      : Part(text: ">=" + text.normalized, pattern: .compare(.atLeast, bound))
    self.init(property: property, words: "\(text) or later", part)
  }

  /// Makes a filter for versions up to a highest one.
  package init(property: ExactString, atMost bound: AppVersion, _ text: String) {
    self.init(
      property: property, words: "\(text) or earlier",
      Part(text: "<=" + text.normalized, pattern: .compare(.atMost, bound)))
  }

  /// Makes a filter that no device passes, for a limit that cannot be read.
  ///
  /// - Parameter why: the reason as a clause, such as `which is not a version`.
  package init(property: ExactString, unread text: String, why: String) {
    self.init(property: property, words: "\(text), \(why)", Part(text: text.normalized, pattern: .nothing))
  }

  /// Makes a filter for devices of a system, whatever it is called: `osx` is `macos`.
  package init(system: String) {
    self.init(property: .deviceOsName, text: system, .system(system))
  }

  /// Makes a filter for devices of all systems but one, whatever it is called.
  package init(systemsBut system: String) {
    self.init(
      property: .deviceOsName, words: "other than \(system)",
      Part(text: "!" + system, pattern: .system(system), excludes: true))
  }

  /// Makes a filter for devices of one of some architectures.
  package init(architectures: [String]) {
    self.init(
      property: .deviceArchitecture, text: architectures.joined(separator: ", "), .architecture(architectures))
  }

  /// Makes a filter for devices whose value is a list, with commas, that has a text.
  package init(property: ExactString, listing text: String) {
    self.init(property: property, text: text, .listed(text.normalized))
  }

  /// The value that the filter is compared with.
  ///
  /// A device that tells no architecture may tell it by its system's name: `windows-x64`.
  func value(in properties: (ExactString) -> PropertyValue) -> PropertyValue {
    let value = properties(property)
    guard asksArchitecture, value.normalized.isEmpty,
      let named = SystemName(properties(.deviceOsName).normalized).architecture
    else { return value }
    return PropertyValue(ExactString(named))
  }

  /// The properties that ``value(in:)`` reads.
  var properties: [ExactString] { asksArchitecture ? [property, .deviceOsName] : [property] }

  private var asksArchitecture: Bool {
    if case .architecture = parts.first?.pattern { true } else { false }
  }

  /// One part of a filter's text.
  public struct Part: Sendable {
    /// The part as it is compared: lower-cased, without white space.
    public let text: String
    /// True if the part begins with `!`.
    public let excludes: Bool
    package let pattern: Pattern

    fileprivate init(text: String, pattern: Pattern, excludes: Bool = false) {
      self.text = text
      self.pattern = pattern
      self.excludes = excludes
    }

    init?(_ text: Substring) {
      self.text = String(text)
      excludes = text.utf8.first == UInt8(ascii: "!")
      let body = text.utf8.dropFirst(excludes ? 1 : 0)
      guard !body.isEmpty else { return nil }
      pattern = Pattern(String(Substring(body)))
    }
  }

  /// Returns true if a value matches, and the part that decided; nil where no single part did.
  public func verdict(on value: PropertyValue) -> (matches: Bool, decidedBy: Part?) {
    if let excluding = parts.first(where: { $0.excludes && $0.pattern.matches(value) }) { return (false, excluding) }
    if let including = parts.first(where: { !$0.excludes && $0.pattern.matches(value) }) { return (true, including) }
    return (parts.allSatisfy(\.excludes), nil)
  }
}

/// A property's value, parsed once for all filters that read it.
public struct PropertyValue: Sendable {
  /// The value as the device sent it; nil if it sent none.
  public let raw: ExactString?
  let normalized: String
  package let version: AppVersion?

  /// Parses a value; nil for a property that the device did not send.
  public init(_ raw: ExactString?) {
    self.raw = raw
    normalized = raw?.string.normalized ?? ""
    version = AppVersion(normalized: normalized)
  }
}

/// A form that a part of a filter's text may have, for the reference.
package struct FilterForm: Sendable {
  /// The spelling, such as `<n`.
  package let form: String
  /// The matched values, in one sentence.
  package let meaning: String
  /// A filter with such a part, and values that it matches and does not match.
  package let example: String
  package let matching: [String]
  package let others: [String]

  /// The forms, in the order in which a part is read.
  package static let all: [FilterForm] =
    [
      FilterForm("a, b", "One of several parts is enough.", "ios, android", ["ios", "Android"], ["windowsphone"]),
      FilterForm(
        "!part", "Whatever the part matches is left out, wherever it stands; exclusions alone leave in all others.",
        "de*, !de-CH", ["de-DE", "de"], ["de-CH", "fr"]),
      FilterForm("''", "The empty value, which a property that is missing has too.", "''", [""], ["7"]),
    ] + Pattern.Operator.allCases.reversed().map(\.filterForm) + [
      FilterForm(
        "*", "Any characters, as many as you like or none; the part must fit the whole value.", "iPhone*",
        ["iPhone15,2", "iphone"], ["iPad14,1"]),
      FilterForm("?", "Exactly one character, in a part that has a `*` too.", "6.?.*", ["6.1.3"], ["6.10.3"]),
      FilterForm(
        "text", "The whole value, letter for letter; case and white space make no difference.", "SM-G991B",
        ["SM-G991B", "sm-g991b"], ["SM-G991"]),
    ]

  /// Rules that hold for every filter, each in one sentence.
  package static let rules = [
    "All filters of a rule must match; a rule without filters is for every device.",
    "A text is split at its commas, so a value with a comma is written with `?` and `*`: `iPhone15?2*`.",
    "Upper and lower case are the same, and white space does not count.",
    "A property that the device does not send is compared as an empty text.",
    "`<`, `<=`, `>`, `>=` and `<>` compare versions number by number: 2.9 < 2.10, and 2.7 is 2.7.0.",
    "Nothing that is not a version is below or above anything, nor different from it.",
  ]

  fileprivate init(
    _ form: String, _ meaning: String, _ example: String, _ matching: [String], _ others: [String]
  ) {
    self.form = form
    self.meaning = meaning
    self.example = example
    self.matching = matching
    self.others = others
  }
}

extension Pattern.Operator {
  fileprivate var filterForm: FilterForm {
    switch self {
    case .below: FilterForm("<n", "Versions below n.", "<2.7", ["2.6.9", "2.7-beta"], ["2.7", "2.10", "v2"])
    case .atMost: FilterForm("<=n", "Version n and those below it.", "<=2.7", ["2.7.0", "2.6"], ["2.7.1"])
    case .above: FilterForm(">n", "Versions above n.", ">2.7", ["2.10"], ["2.7", "2.7.0"])
    case .atLeast: FilterForm(">=n", "Version n and those above it.", ">=15", ["15.0", "17.4"], ["14.9"])
    case .notEqual: FilterForm("<>n", "Every version but n.", "<>2.7", ["2.8"], ["2.7.0", "v2"])
    }
  }
}

/// The condition of one part of a filter's text, without its `!`.
package enum Pattern: Sendable {
  /// `''`: the empty value.
  case empty
  /// A comparison such as `<n`. Nothing matches if a side is not a version.
  case compare(Operator, AppVersion?)
  /// A part with `*`, which matches any run of scalars. A `?` in it matches exactly one scalar.
  case wildcard(Wildcard)
  case equals(String)
  /// The value itself, in its own spelling.
  case exactly(ExactString)
  /// A system, whatever the device calls it.
  case system(String)
  /// One of some architectures.
  case architecture([String])
  /// One of the words of the value, which is a list with commas.
  case listed(String)
  /// No value: a limit that cannot be read.
  case nothing

  package enum Operator: String, CaseIterable, Sendable {
    // Longer ones first: `<=2` is not `<` of `=2`.
    case notEqual = "<>"
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
  }

  init(_ text: String) {
    if text == "''" {
      self = .empty
    } else if let match = Operator.allCases.first(where: { text.utf8.starts(with: $0.rawValue.utf8) }) {
      let operand = String(decoding: text.utf8.dropFirst(match.rawValue.utf8.count), as: UTF8.self)
      self = .compare(match, AppVersion(normalized: operand))
    } else if text.utf8.contains(UInt8(ascii: "*")) {
      self = .wildcard(Wildcard(text.unicodeScalars))
    } else {
      self = .equals(text)
    }
  }

  package func matches(_ value: PropertyValue) -> Bool {
    switch self {
    case .empty: return value.normalized.isEmpty
    case .nothing: return false
    case .equals(let text): return text.utf8.elementsEqual(value.normalized.utf8)
    case .exactly(let text): return value.raw == text
    case .system(let name): return SystemName(value.normalized).system.utf8.elementsEqual(name.utf8)
    case .architecture(let names):
      let named = SystemName.architecture(value.normalized)
      return names.contains { $0.utf8.elementsEqual(named.utf8) }
    case .listed(let text):
      return value.normalized.utf8.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(text.utf8) }
    case .wildcard(let pattern): return pattern.matches(Array(value.normalized.unicodeScalars))
    case .compare(let comparison, let bound):
      guard let bound, let version = value.version else { return false }
      switch comparison {
      case .notEqual: return version != bound
      case .atMost: return version <= bound
      case .atLeast: return version >= bound
      case .below: return version < bound
      case .above: return version > bound
      }
    }
  }
}
