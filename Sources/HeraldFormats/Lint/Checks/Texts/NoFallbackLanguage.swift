import Herald

extension LintCheck {
  static let noFallbackLanguage = LintCheck(
    "noFallbackLanguage", .note, "an optional update or message in its own languages alone",
    rule: { linted in linted.rule.kind.isBlocking ? [] : linted.findingOnMissingLanguage.map { [$0] } ?? [] })
}

extension LintedRule {
  /// A finding where devices with some language don't see the rule; nil where all its devices do.
  var findingOnMissingLanguage: LintFinding? {
    let entries = rule.descriptions.entries
    guard !entries.isEmpty, let language = languageWithoutText else { return nil }
    let known = entries.prefix(3).map { quoted($0.key.string) }.joined(separator: ", ")
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    return finding(
      at: "/descriptions", "The \(rule.kind.words) \(name) has texts for \(known)\(more) alone.",
      why: "a device whose `deviceLanguage` is \(quoted(language)) does not see it",
      fix: "add \"*\" with a text for all other languages")
  }

  /// A language that passes the rule's filters and has no text.
  private var languageWithoutText: String? {
    let demands = demands[.deviceLanguage]
    let filters = demands.filter { if case .filter = $0 { true } else { false } }
    let samples = SampleValues(of: .deviceLanguage, for: demands, packageName: nil)
    let stray = samples.values.first { value in
      filters.allSatisfy { $0.isMet(by: value) } && rule.descriptions.entry(for: value.raw) == nil
    }
    return stray.map { $0.raw?.string ?? "" }
  }
}
