import Herald

extension LintCheck {
  static let noFallbackLanguage = LintCheck(
    "noFallbackLanguage", .note, "an optional update or message in its own languages alone",
    rule: { linted in linted.rule.mayBlock ? [] : linted.findingOnMissingLanguage.map { [$0] } ?? [] })
}

extension LintedRule {
  /// A finding where devices with some language don't see the rule; nil where all its devices do.
  var findingOnMissingLanguage: LintFinding? {
    let entries = rule.descriptions.entries
    guard !entries.isEmpty || rule.mayBlock, let language = languageWithoutText else { return nil }
    let known = entries.prefix(3).map { quoted($0.key.string) }.joined(separator: ", ")
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    let device =
      language.isEmpty
      ? "a device that sends no `deviceLanguage`" : "a device whose `deviceLanguage` is \(quoted(language))"
    return finding(
      at: "/descriptions",
      entries.isEmpty
        ? "The \(rule.kind.words) \(name) has a text in no language."
        : "The \(rule.kind.words) \(name) has texts for \(known)\(more) alone.",
      why: "\(device) does not see it"
        + (!rule.mayBlock
          ? "" : rule.mayRise ? ", and the app goes on when it becomes forced" : ", and the app goes on"),
      fix: "add \"*\" with a text for all other languages")
  }

  /// A language that passes the rule's filters and has no text: a language that devices have, or that the filters name.
  private var languageWithoutText: String? {
    guard let demands else { return nil }
    let filters = demands[.deviceLanguage].filter { if case .filter = $0 { true } else { false } }
    let named = filters.flatMap(\.parts).filter { !$0.excludes }.compactMap(\.equalText)
    return (UsualValues.languages + named + [""]).first { tag in
      let value = PropertyValue(tag.isEmpty ? nil : ExactString(tag))
      return filters.allSatisfy { $0.isMet(by: value) } && rule.descriptions.entry(for: value.raw) == nil
    }
  }
}
