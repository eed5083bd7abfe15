/// A device's language tag and its fallbacks, the most specific first.
struct LanguageTags: Sendable {
  typealias Candidate = (tag: Substring, spelling: Substring)
  /// Each tag as it is compared, and as the device spells it. An added script is in no spelling of the device's.
  let candidates: [Candidate]
  /// The primary subtag; empty for a device without a language.
  let primary: String
  /// The script in which the device's user reads Chinese; nil for a device that names none, and for other languages.
  let chineseScript: String?
  /// The device's spelling where its tag is empty: white space, or nothing.
  let blank: String

  init(_ language: ExactString?) {
    let tag = SubtaggedLanguage(language?.string ?? "")
    guard !tag.isEmpty else {
      candidates = []
      (primary, chineseScript) = ("", nil)
      blank = language?.string ?? ""
      return
    }
    blank = ""
    primary = tag.primary
    chineseScript =
      tag.primary == "zh" ? LanguageTag.chineseScript(of: LanguageTag.normalized(language?.string ?? "")) : nil
    candidates =
      tag.truncated + [tag.withoutScript, tag.withLikelyScript].compactMap(\.self)
      + (tag.primary.isEmpty ? [] : [(Substring(tag.primary), tag.spelling(of: 1))])
  }
}

/// A language tag in its parts, each as it is compared and as it is written.
private struct SubtaggedLanguage {
  private let subtags: [String]
  /// The tag as it is compared.
  private let tag: String
  /// The tag as it is written, and the end of each subtag in it.
  private let text: String
  private let ends: [String.Index]

  init(_ text: String) {
    subtags = LanguageTag.subtags(text)
    tag = subtags.joined(separator: "-")
    self.text = text
    let scalars = text.unicodeScalars
    ends = scalars.indices.filter { scalars[$0] == "-" || scalars[$0] == "_" } + [scalars.endIndex]
  }

  var isEmpty: Bool { subtags == [""] }
  var primary: String { subtags.first ?? "" }

  /// The first subtags as the device writes them.
  func spelling(of count: Int) -> Substring { text[..<ends[min(count, ends.count) - 1]] }

  /// The tag, then the tag without its last subtag and so on, while more than the primary subtag is left.
  ///
  /// A subtag of one letter or digit introduces the subtags after it, and goes with them (RFC 4647, section 3.4).
  var truncated: [LanguageTags.Candidate] {
    // Each is a part of one text: copies of a tag with very many subtags would take quadratic time.
    var end = tag.utf8.endIndex
    return stride(from: subtags.count, to: 1, by: -1).compactMap { count in
      defer { end = tag.utf8.index(end, offsetBy: -subtags[count - 1].utf8.count - 1) }
      guard count == subtags.count || subtags[count - 1].unicodeScalars.count != 1 else { return nil }
      return (tag[..<end], spelling(of: count))
    }
  }

  /// Primary subtag and region of a tag with a script: `zh-Hant-TW` finds `zh-TW`.
  var withoutScript: LanguageTags.Candidate? {
    guard subtags.count > 2, ends.count > 2, LanguageTag.isScript(subtags[1]), LanguageTag.isRegion(subtags[2])
    else { return nil }
    return ("\(primary)-\(subtags[2])", text[..<ends[0]] + text[ends[1]..<ends[2]])
  }

  /// The script that Chinese is written in at a region: `zh-TW` finds `zh-Hant`.
  var withLikelyScript: LanguageTags.Candidate? {
    guard primary == "zh", subtags.count > 1, LanguageTag.isRegion(subtags[1]) else { return nil }
    return (["tw", "hk", "mo"].contains(subtags[1]) ? "zh-hant" : "zh-hans", "")
  }
}
