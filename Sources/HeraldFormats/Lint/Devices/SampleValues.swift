import Herald

/// Values of one property such that whatever is asked of it differs on them, if it differs at all: the bounds of
/// comparisons and what lies between them, the texts to equal, texts that fit the wildcards, and something else.
struct SampleValues: Sendable {
  /// The likeliest first; empty where there is too much to look at.
  let values: [PropertyValue]
  /// Whether every value there is behaves like one of these. Wildcards other than `*` leave a doubt.
  let isComplete: Bool

  /// Longer or more numerous parts are not written by hand, and are not looked at.
  private static let limits = (parts: LintedFilter.partLimit, length: 10_000)

  init(of property: ExactString, for demands: [Demand], packageName: ExactString?) {
    if property == .appPackageName, let packageName {
      values = [PropertyValue(packageName)]
      isComplete = true
      return
    }
    let parts = demands.flatMap(\.parts)
    guard parts.count <= Self.limits.parts, parts.allSatisfy({ $0.text.utf8.count <= Self.limits.length }) else {
      values = []
      isComplete = false
      return
    }
    isComplete = !parts.contains { $0.isWildcard && $0.body != "*" }
    var seen: Set<ExactString> = []
    let texts = Self.texts(for: parts, of: property) + demands.flatMap(\.languages) + ["other", ""]
    values = texts.map { ExactString($0) }.filter { seen.insert($0).inserted }
      .map { PropertyValue($0.isEmpty ? nil : $0) }
  }

  private static func texts(for parts: [Filter.Part], of property: ExactString) -> [String] {
    let bounds = parts.compactMap(\.operand)
    let equals = parts.compactMap(\.equalText)
    let versions = SampleVersions(around: bounds + equals + parts.filter(\.isWildcard).map(leadingNumbers))
    let wildcards = parts.filter(\.isWildcard).map(\.body)
    return versions.texts + KnownProperties.usualValues(of: property) + equals
      + fillings(of: wildcards, literals: equals + bounds, versions: versions.texts)
  }

  /// Texts that fit the wildcards: with usual runs for their stars, with what other parts say, as pre-releases.
  private static func fillings(of wildcards: [String], literals: [String], versions: [String]) -> [String] {
    guard !wildcards.isEmpty else { return [] }
    let pieces = (literals + wildcards.map { $0.filter { $0 != "*" } }).prefix(8)
    return wildcards.flatMap { wildcard in
      (["0", ".0", "x", "", "0-0", "-0"] + pieces).map { fill(wildcard, with: $0) }
    } + versions.prefix(8).flatMap { version in pieces.map { "\(version)-\($0)" } }
  }

  /// A text that fits a wildcard.
  private static func fill(_ wildcard: String, with piece: String) -> String {
    var text = ""
    for scalar in wildcard.unicodeScalars {
      switch scalar {
      case "*": text += piece
      case "?": text += "1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// `6.1` of `6.1.*`.
  static func leadingNumbers(of part: Filter.Part) -> String {
    var digits = part.body.utf8.prefix { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
    while digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }
}

extension Demand {
  var parts: [Filter.Part] {
    if case .filter(let filter) = self { filter.parts } else { [] }
  }

  /// Languages on which texts can differ.
  fileprivate var languages: [String] {
    guard case .text(let descriptions) = self else { return [] }
    return descriptions.entries.map(\.tag).filter { $0 != "*" }.flatMap { [$0, $0 + "-zz"] }
  }
}
