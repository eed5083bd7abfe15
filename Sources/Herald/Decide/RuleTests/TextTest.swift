/// A prompt needs a text in a language that the device's user reads.
///
/// Not a ``DeviceTest``, because the verdicts hold the text itself, which the prompt shows.
enum TextTest: RuleTestDefinition {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    // Asked before the variant is drawn: a variant without a text of its own has the rule's text.
    if !W.isListening, situation.hasText(rule) { return true }
    let choice = situation.text(of: rule).text
    let silent = languageWithoutText(of: rule, in: situation)
    let key = situation.hasRisen(rule) && situation.verdict.forcedText != nil ? forcedKey : ownKey
    witness.record(
      Comparison(
        "deviceLanguage", found: situation.properties[.deviceLanguage].raw?.string, wanted: wanted(by: rule),
        passed: choice != nil, decidedBy: choice?.language?.string,
        key: silent.map { "\($0.key)/\(JSONPointer.token($0.language.string))" } ?? key, basis: .launch,
        languageWithoutText: silent?.language))
    return choice != nil
  }

  private static let ownKey = "/descriptions"
  private static let forcedKey = "/forcedDescriptions"

  /// The language that the rule names for the device without a text, where it would give the text; with its key.
  private static func languageWithoutText(
    of rule: Rule, in situation: borrowing RuleContext
  ) -> (language: ExactString, key: String)? {
    let device = situation.properties[.deviceLanguage].raw
    if situation.hasRisen(rule), let forced = rule.pacing.forcedDescriptions {
      if let language = forced.languageWithoutText(for: device) { return (language, forcedKey) }
      if situation.verdict.forcedText != nil { return nil }
    }
    return rule.descriptions.languageWithoutText(for: device).map { ($0, ownKey) }
  }

  private static func wanted(by rule: Rule) -> String {
    rule.descriptions.besideOwnMessage == nil
      ? "a text in " + rule.descriptions.entries.map { "`\($0.key)`" }.joined(separator: ", ")
      : "any language: the message is Herald's own"
  }

  static func inputs(of rule: Rule) -> [Input] {
    [.property(.deviceLanguage), .term(rule.id, "/descriptions/*")]
  }
  static var asksDeviceAlone: Bool { true }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties([.deviceLanguage])
  }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { wanted ? [.edited(rule.id, .textForEveryLanguage)] : [] }
  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static var documentKeys: [String] { ["descriptions", "forcedDescriptions"] }
  /// The texts are the prompt's, and compared as such.
  static func terms(of rule: Rule) -> [(key: String, text: String)] { [] }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "has no text for \(comparison.foundWords) (only \(languages(of: rule)))\(comparison.silentLanguageWords)"
  }

  private static func languages(of rule: Rule) -> String {
    rule.descriptions.entries.map(\.key.string.shown).joined(separator: ", ")
  }

  static var shortFailure: String { "no text" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule has no text in the device's language.",
      when: "Neither `deviceLanguage`, nor what it falls back to, nor `*` has a `message`.",
      fix: "Add the language, or a text under `*`.")
  }
}
