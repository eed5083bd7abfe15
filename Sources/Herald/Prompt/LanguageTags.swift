/// A device's language tag and its fallbacks, the most specific first.
struct LanguageTags: Sendable {
  /// The tag as it is compared, and as the device spells it.
  let candidates: [(tag: String, spelling: String)]
  /// The rest of the device's spelling once its tag is empty: white space, or nothing.
  let blank: String

  init(_ language: ExactString?) {
    var spelling = language?.string ?? ""
    var tag = Descriptions.Entry.tag(spelling)
    var candidates: [(String, String)] = []
    while !tag.isEmpty {
      candidates.append((tag, spelling))
      tag = Self.withoutLastSubtag(tag)
      spelling = Self.withoutLastSubtag(spelling)
    }
    self.candidates = candidates
    blank = spelling
  }

  private static func withoutLastSubtag(_ tag: String) -> String {
    guard let cut = tag.unicodeScalars.lastIndex(where: { $0 == "-" || $0 == "_" }) else { return "" }
    return String(tag.unicodeScalars[..<cut])
  }
}
