/// A version that the user chose to skip isn't offered again.
enum SkippedTest: RepetitionTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard situation.kind == .optional, let skipped = situation.skippedVersion, !situation.isLifted else { return true }
    let offered = rule.targetVersion?.text ?? situation.verdicts.profile[.appVersionName]
    let passed = offered == nil || !TargetName.isSame(skipped, offered, parsed: rule.targetVersion?.version)
    witness.record(
      Comparison(
        "version skipped", found: skipped.string, wanted: "another than \(offered?.string ?? "none")", passed: passed,
        key: rule.targetVersion == nil ? nil : "/targetVersion", basis: .skip))
    return passed
  }

  static func isSet(in rule: Rule) -> Bool { rule.kind == .optional }

  static func inputs(of rule: Rule) -> [Input] {
    guard rule.kind == .optional else { return [] }
    return [.trigger, .record(rule.id)] + (rule.targetVersion == nil ? [.property(.appVersionName)] : [])
  }

  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties([.appVersionName])
  }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    if wanted { return state.records[rule.id]?.skippedVersion == nil ? [] : [.neverSkipped(rule.id)] }
    guard rule.isSkippable else { return [] }
    let offered = rule.targetVersion?.text ?? state.profile[.appVersionName]
    return offered.map { [.skipped(rule.id, $0)] } ?? []
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    rule.isSkippable && !rule.kind.isBlocking ? Gap(words: "until the user skips the first", needsUser: true) : nil
  }

  static var documentKeys: [String] { [] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { [] }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "offers version \(comparison.found.shown), which the user chose to skip"
  }

  static var shortFailure: String { "skipped" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The user chose to skip this version.",
      when: "An optional update offers the version again.",
      fix: "Publish a higher `targetVersion`; a manual check shows it still.")
  }
}
