import Herald

extension LintCheck {
  static let languageWithoutRegion = LintCheck(
    "languageWithoutRegion", .warning, "a language that misses its regions, such as `tr-TR`",
    filter: { linted in
      guard linted.property == .deviceLanguage else { return nil }
      for part in linted.parts {
        guard let text = part.part.equalText, isPrimaryLanguage(text),
          linted.matches(text) != linted.matches(text + "-zz")
        else { continue }
        return linted.finding(
          "\(quoted(part.written)) does not match tags with a region, such as `\(text)-\(region(of: text))`.",
          why: "devices may send the whole tag, and without `*` the text must equal it",
          fix: "write `\(part.sign)\(text),\(part.sign)\(text)-*`")
      }
      return nil
    })

  /// Two or three letters (BCP 47, section 2.2.1).
  private static func isPrimaryLanguage(_ text: String) -> Bool {
    (2...3).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) }
  }

  private static func region(of language: String) -> String {
    switch language {
    case "en": "US"
    case "zh": "Hans-CN"
    case "ja": "JP"
    case "ko": "KR"
    case "ar": "SA"
    default: language.uppercased()
    }
  }
}
