/// The comparison of language tags.
package enum LanguageTag {
  /// Primary subtags that ISO 639 replaced, and `no`, which is nearly always `nb`.
  private static let replaced = ["iw": "he", "in": "id", "ji": "yi", "no": "nb"]

  /// The parts of a tag without white space, lower-cased, `_` read as `-`, the primary one the current code.
  package static func subtags(_ text: String) -> [String] {
    // By scalars, because a mark behind a hyphen would hide it among characters.
    var subtags = text.normalized.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      .map { String($0) }
    if let current = subtags.first.flatMap({ replaced[$0] }) { subtags[0] = current }
    return subtags
  }

  /// A tag as it is compared.
  static func normalized(_ text: String) -> String { subtags(text).joined(separator: "-") }

  /// The primary subtag of a normalized tag.
  static func primary(of tag: String) -> Substring { tag.prefix { $0 != "-" } }

  /// The script of a normalized Chinese tag, named or meant by its region; nil for a tag that says neither.
  static func chineseScript(of tag: String) -> String? {
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard subtags.count > 1 else { return nil }
    let second = String(subtags[1])
    if isScript(second) { return second }
    guard isRegion(second) else { return nil }
    return ["tw", "hk", "mo"].contains(second) ? "hant" : "hans"
  }

  /// True if a normalized subtag is a script: four letters.
  package static func isScript(_ subtag: String) -> Bool { subtag.utf8.count == 4 && subtag.utf8.allSatisfy(isLetter) }

  /// True if a normalized subtag is a region: two letters or three digits.
  package static func isRegion(_ subtag: String) -> Bool {
    subtag.utf8.count == 2 && subtag.utf8.allSatisfy(isLetter)
      || subtag.utf8.count == 3 && subtag.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 97 && byte <= 122 }
}
