/// An element of a store page whose whole text is the word for *version* and a number, such as `Version 2.10`.
enum VersionLabel {
  /// The word in the languages of the App Store's pages.
  private static let words: [[Unicode.Scalar]] = [
    "Version", "バージョン", "版本", "버전", "Versión", "Versione", "Versão", "Версия", "Sürüm", "الإصدار",
  ].map { Array($0.unicodeScalars) }

  /// The number of a label; nil for any other text.
  ///
  /// White space, a colon or both stand between the word and the number.
  static func number(in text: ArraySlice<Unicode.Scalar>) -> String? {
    let text = trimmed(text)
    // `Version` begins `Versione` too.
    return words.lazy.compactMap { number(in: text, after: $0) }.first
  }

  private static func number(in text: ArraySlice<Unicode.Scalar>, after word: [Unicode.Scalar]) -> String? {
    guard text.starts(with: word) else { return nil }
    let rest = text.dropFirst(word.count)
    var number = rest.drop(while: \.properties.isWhitespace)
    if number.first == ":" { number = number.dropFirst().drop(while: \.properties.isWhitespace) }
    guard number.startIndex > rest.startIndex, isNumber(number) else { return nil }
    return String(String.UnicodeScalarView(number))
  }

  private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == VisibleText.blockEnd || scalar.properties.isWhitespace
  }

  /// Digits separated by dots.
  private static func isNumber(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) }
    }
  }
}
