import Herald

extension LintCheck {
  static let noFallbackLanguage = LintCheck(
    "noFallbackLanguage", .note, "an optional update or message in its own languages alone",
    rule: { linted in linted.rule.kind.isBlocking ? [] : linted.findingOnOptionalLanguages.map { [$0] } ?? [] })
}

extension LintedRule {
  /// A finding where some language sees a force at no time; nil where all languages do, or none does.
  var findingOnForcedLanguages: LintFinding? {
    let texts = rule.textsWhenForced
    guard !texts.allSatisfy(\.entries.isEmpty), let language = languageWithout(texts) else { return nil }
    return finding(
      on: language, of: texts,
      then: rule.mayRise ? ", and the app goes on when it becomes forced" : ", and the app goes on")
  }

  /// The same of a prompt that can be put off. A rule that becomes forced has its own finding where the force is not
  /// seen either.
  fileprivate var findingOnOptionalLanguages: LintFinding? {
    guard !rule.descriptions.entries.isEmpty, let language = languageWithout([rule.descriptions]) else { return nil }
    if !rule.mayRise { return finding(on: language, of: [rule.descriptions], then: "") }
    if findingOnForcedLanguages != nil { return nil }
    return finding(on: language, of: [rule.descriptions], then: " before it is forced")
  }

  private func finding(on language: String, of texts: [Descriptions], then: String) -> LintFinding {
    let entries = texts.flatMap(\.entries)
    let known = entries.prefix(3).map { quoted($0.key.string) }.joined(separator: ", ")
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    let device =
      language.isEmpty
      ? "a device that sends no `deviceLanguage`" : "a device whose `deviceLanguage` is \(quoted(language))"
    return finding(
      at: "/descriptions", "The \(rule.kind.words) \(name) has texts for \(known)\(more) alone.",
      why: "\(device) does not see it\(then)", fix: "add \"*\" with a text for all other languages")
  }

  /// A language that passes the rule's filters and has no text: a language that devices have, or that the filters name.
  private func languageWithout(_ texts: [Descriptions]) -> String? {
    guard let demands else { return nil }
    let filters = demands.filters.filter { $0.property == .deviceLanguage }
    let named = filters.flatMap(\.parts).filter { !$0.excludes }.compactMap(\.equalText)
    return (UsualValues.languages + named + [""]).first { tag in
      let value = PropertyValue(tag.isEmpty ? nil : ExactString(tag))
      return filters.allSatisfy { $0.verdict(on: value).matches }
        && texts.allSatisfy { $0.entry(for: value.raw) == nil }
    }
  }
}

extension Rule {
  /// The texts for the rule's force: the texts of its forced phase, or the usual ones where it has none for that phase.
  var textsWhenForced: [Descriptions] {
    let own = mayRise ? pacing.forcedDescriptions : nil
    return [descriptions] + (own.map { [$0] } ?? [])
  }
}
