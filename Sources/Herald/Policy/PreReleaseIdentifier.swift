/// One identifier of a pre-release (Semantic Versioning 2.0, sections 9 and 11).
struct PreReleaseIdentifier: Comparable, Sendable {
  let text: String
  let isNumeric: Bool

  /// Reads identifiers between dots; nil where one is empty, has a foreign character or is a number with leading zeros.
  static func list(_ text: Substring) -> [Self]? {
    var identifiers: [Self] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard isIdentifier(part) else { return nil }
      let isNumeric = part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      if isNumeric, part.utf8.count > 1, part.first == "0" { return nil }
      identifiers.append(Self(text: String(part), isNumeric: isNumeric))
    }
    return identifiers
  }

  static func isBuildMetadata(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
  }

  private static func isIdentifier(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy {
        ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 122) || ($0 >= 65 && $0 <= 90) || $0 == UInt8(ascii: "-")
      }
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.isNumeric != right.isNumeric { return left.isNumeric }
    let (a, b) = (left.text.utf8, right.text.utf8)
    if left.isNumeric, a.count != b.count { return a.count < b.count }
    return a.lexicographicallyPrecedes(b)
  }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}
