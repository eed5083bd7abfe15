import Herald

/// Compares names of people as people type them: in any case, and without the marks of letters.
///
/// `Öztürk` finds `mehmet.ozturk`, and `cafe` finds `CAFÉ`. A Turkish dotless `ı` is an `i`, whatever its case.
extension ExactString {
  /// True if another text is a part of this name.
  func isNamed(byPart part: ExactString) -> Bool {
    let letters = part.inPlainLetters
    // A part of marks alone would be a part of every name.
    return letters.isEmpty ? containsInAnyCase(part) : inPlainLetters.utf8.contains(letters.utf8)
  }

  /// The text in lower case, each letter without its marks, and without a locale.
  package var inPlainLetters: String {
    let lower = inLowerCase
    if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
    var plain = String.UnicodeScalarView()
    for scalar in lower.unicodeScalars where !PlainLetters.isMark(scalar) {
      plain.append(PlainLetters.byMarked[scalar] ?? scalar)
    }
    return String(plain)
  }
}

/// The letters that have others with marks.
private enum PlainLetters {
  /// The plain letter of each that Unicode names after it, as `LATIN SMALL LETTER O WITH DIAERESIS`.
  ///
  /// Made of the names, because the standard library decomposes no text: Latin and Greek, with their extensions.
  static let byMarked: [Unicode.Scalar: Unicode.Scalar] = {
    let blocks: [ClosedRange<UInt32>] = [0x61...0x7A, 0xDF...0x24F, 0x370...0x3FF, 0x1E00...0x1FFF]
    let letters = blocks.joined().compactMap { Unicode.Scalar($0) }
    var byName: [String: Unicode.Scalar] = [:]
    for letter in letters { if let name = letter.properties.name { byName[name] = letter } }
    var plain: [Unicode.Scalar: Unicode.Scalar] = ["ı": "i"]
    for (name, letter) in byName {
      // All marks of a letter follow one `WITH`, as in `WITH PSILI AND OXIA`.
      let words = name.split(separator: " ").prefix { $0 != "WITH" }
      if let base = byName[words.joined(separator: " ")], base != letter { plain[letter] = base }
    }
    return plain
  }()

  /// True for an accent that is a scalar of its own; marks of other scripts may be vowels.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }
}
