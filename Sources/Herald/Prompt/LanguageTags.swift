/// A device's language tag and its fallbacks, the most specific first.
struct LanguageTags: Sendable {
  typealias Candidate = (tag: String, spelling: String)
  /// Each tag as it is compared, and as the device spells it. An added script is in no spelling of the device's.
  let candidates: [Candidate]
  /// The device's spelling where its tag is empty: white space, or nothing.
  let blank: String

  init(_ language: ExactString?) {
    let tag = SubtaggedLanguage(language?.string ?? "")
    guard !tag.isEmpty else {
      candidates = []
      blank = language?.string ?? ""
      return
    }
    blank = ""
    candidates =
      tag.truncated + [tag.withoutScript, tag.withLikelyScript].compactMap(\.self)
      + (tag.primary.isEmpty ? [] : [(tag.primary, tag.spelling(of: 1))])
  }
}

/// A language tag in its parts, each as it is compared and as it is written.
private struct SubtaggedLanguage {
  private let subtags: [String]
  /// The subtags as they are written, each but the first with the separator before it.
  private let written: [String]

  init(_ text: String) {
    subtags = LanguageTag.subtags(text)
    var written: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    for scalar in text.unicodeScalars {
      if scalar == "-" || scalar == "_" { written.append(String.UnicodeScalarView()) }
      written[written.count - 1].append(scalar)
    }
    self.written = written.map { String($0) }
  }

  var isEmpty: Bool { subtags == [""] }
  var primary: String { subtags.first ?? "" }

  /// The first subtags as the device writes them.
  func spelling(of count: Int) -> String { written.prefix(count).joined() }

  /// The tag, then that without its last subtag and so on, while more than the primary one is left.
  ///
  /// A subtag of one letter or digit introduces those after it, and goes with them (RFC 4647, section 3.4).
  var truncated: [LanguageTags.Candidate] {
    stride(from: subtags.count, to: 1, by: -1).compactMap { count in
      guard count == subtags.count || subtags[count - 1].unicodeScalars.count != 1 else { return nil }
      return (subtags.prefix(count).joined(separator: "-"), spelling(of: count))
    }
  }

  /// Primary subtag and region of a tag with a script: `zh-Hant-TW` finds `zh-TW`.
  var withoutScript: LanguageTags.Candidate? {
    guard subtags.count > 2, LanguageTag.isScript(subtags[1]), LanguageTag.isRegion(subtags[2]) else { return nil }
    return ("\(primary)-\(subtags[2])", written[0] + written[2])
  }

  /// The script that Chinese is written in at a region: `zh-TW` finds `zh-Hant`.
  var withLikelyScript: LanguageTags.Candidate? {
    guard primary == "zh", subtags.count > 1, LanguageTag.isRegion(subtags[1]) else { return nil }
    return (["tw", "hk", "mo"].contains(subtags[1]) ? "zh-hant" : "zh-hans", "")
  }
}
