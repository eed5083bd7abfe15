import Herald

extension LintCheck {
  static let valueNeverOccurs = LintCheck(
    "valueNeverOccurs", .warning, "a value that the property never has",
    filter: { linted in
      if linted.property == .deviceLanguage { return language(in: linted) }
      guard let all = KnownProperties.allValues(of: linted.property) else { return nil }
      let values = all.map { PropertyValue(ExactString($0)) }
      let stray = linted.parts.first { part in
        (part.part.equalText != nil || part.part.isWildcard) && !values.contains { part.part.pattern.matches($0) }
      }
      guard let stray else { return nil }
      let list = all.map { "`\($0)`" }.joined(separator: ", ")
      return linted.finding(
        "\(quoted(linted.property.string)) is never \(quoted(stray.writtenBody)).", why: "devices send \(list)",
        fix: Spelling.suggestion(for: stray.writtenBody, among: Set(all)) ?? "write one of \(list)")
    })

  /// The first part that no language tag of a device matches, such as `Turkish` and `jp-*`.
  private static func language(in linted: LintedFilter) -> LintFinding? {
    for part in linted.parts {
      guard let tag = correction(of: part.part) else { continue }
      return linted.finding(
        "No device has the language \(quoted(part.writtenBody)).",
        why: "devices send tags such as `en`, `tr-TR` or `zh-Hans-CN`",
        fix: tag.isEmpty
          ? "write the tag of a language, such as `tr*`" : "did you mean `\(part.sign)\(tag.lowercased())*`?")
    }
    return nil
  }

  /// The tag that a part probably means; empty without a guess, nil for a part that a device may match.
  private static func correction(of part: Filter.Part) -> String? {
    if let text = part.equalText { return KnownLanguage.correction(of: text) }
    guard part.isWildcard else { return nil }
    let letters = part.body.unicodeScalars.prefix { $0 != "*" && $0 != "?" }
    let tag = String(String.UnicodeScalarView(letters))
    if tag.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
      let primary = LanguageTag.subtags(tag).first ?? ""
      return primary.isEmpty ? nil : KnownLanguage.correction(of: primary)
    }
    return KnownLanguage.begins(with: tag) ? nil : KnownLanguage.correction(of: tag) ?? ""
  }
}
