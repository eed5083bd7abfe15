package import Herald

extension ExactString {
  /// True if another text is a part of this one, where each letter is compared by its own lower case.
  func containsInAnyCase(_ part: ExactString) -> Bool { inLowerCase.utf8.contains(part.inLowerCase.utf8) }

  /// The text with each letter in its own lower case, without a locale.
  package var inLowerCase: String {
    var lower = String.UnicodeScalarView()
    for scalar in string.unicodeScalars { lower.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
    return String(lower)
  }
}
