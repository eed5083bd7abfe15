/// Trims, removes and detects white space: the characters with Unicode's property `White_Space`.
extension String {
  /// The text without white space at both ends.
  package var trimmed: String {
    // Most texts begin and end with visible ASCII.
    if let first = utf8.first, let last = utf8.last, (0x21..<0x80).contains(first), (0x21..<0x80).contains(last) {
      return self
    }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) ?? first
    return String(scalars[first...last])
  }

  /// True if the text is empty or consists of white space.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text for comparing filters, versions and languages: each scalar replaced by its full lower-case mapping
  /// (Unicode's `SpecialCasing`, without context and locale), all white space removed.
  package var normalized: String {
    if utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) && $0 > 0x20 }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.properties.isWhitespace {
      result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(result)
  }
}
