/// Texts on which the parts of filters can differ: the bounds of comparisons and what lies between them, the texts to
/// equal, and texts that fit the wildcards.
package enum SampleTexts {
  /// - Parameters:
  ///   - parts: the parts of all filters on one property.
  ///   - usual: texts that devices often have; they come before the texts that parts spell out.
  package static func texts(for parts: [Filter.Part], usual: [String] = []) -> [String] {
    let bounds = parts.compactMap(\.operand)
    let equals = parts.compactMap(\.equalText)
    let versions = SampleVersions(around: bounds + equals + parts.filter(\.isWildcard).map(leadingNumbers))
    let wildcards = parts.filter(\.isWildcard).map(\.body)
    return versions.texts + usual + equals
      + fillings(of: wildcards, literals: equals + bounds, versions: versions.texts)
  }

  /// Texts that fit the wildcards: with usual runs for their stars, with the texts of other parts, as pre-releases.
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
  package static func leadingNumbers(of part: Filter.Part) -> String {
    var digits = part.body.utf8.prefix { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
    while digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }
}

/// The pieces of a filter's part.
extension Filter.Part {
  /// The part without its `!`.
  package var body: String { String(Substring(text.utf8.dropFirst(excludes ? 1 : 0))) }

  /// The text after an operator; nil for a part without an operator.
  package var operand: String? {
    guard case .compare(let comparison, _) = pattern else { return nil }
    return String(Substring(body.utf8.dropFirst(comparison.rawValue.utf8.count)))
  }

  /// The text of a part that is a text to equal; nil for any other part.
  package var equalText: String? {
    switch pattern {
    case .equals(let text), .system(let text), .listed(let text): text
    case .architecture(let names): names.first
    case .empty, .compare, .wildcard, .exactly, .nothing: nil
    }
  }

  /// True for a part with `*`.
  package var isWildcard: Bool {
    if case .wildcard = pattern { true } else { false }
  }
}
