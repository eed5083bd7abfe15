/// The step from the installed version to the target is of a type that the rule is for.
enum ChangeTest: DeviceTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    guard let types = rule.pacing.updateTypes, let target = rule.targetVersion,
      !rule.isAboutAnotherApp(properties)
    else { return true }
    let change = rule.change(on: properties)
    let passed = change.map(types.contains) ?? false
    witness.record(
      Comparison(
        "change from \(properties[.appVersionName].raw?.string ?? "no version") to \(target.text)",
        found: change?.rawValue, wanted: words(types), passed: passed, key: "/updateTypes", basis: .launch,
        incomparable: properties[.appVersionName].incomparable(as: .appVersionName)))
    return passed
  }

  static func isAsked(by rule: Rule) -> Bool { rule.pacing.updateTypes != nil }

  static func properties(of rule: Rule) -> [ExactString] {
    guard isAsked(by: rule), rule.targetVersion != nil else { return [] }
    return [.appVersionName] + (rule.targetPackageName == nil ? [] : [.appPackageName])
  }

  static var documentKeys: [String] { ["updateTypes"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.pacing.updateTypes.map { [("/updateTypes", words($0))] } ?? []
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  /// None: the classes of versions already offer each type of change.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func role(in rule: Rule) -> RepetitionRole { .condition }
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    isAsked(by: rule) ? Gap(words: "where the change of version is none of the first's") : nil
  }

  private static func words(_ types: Set<VersionChange>) -> String {
    VersionChange.allCases.filter(types.contains).map(\.rawValue).joined(separator: ", ")
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let wanted = "is for \(comparison.wanted) updates, and"
    if let incomparable = comparison.incomparable {
      return "\(wanted) \(incomparable.property.string.shown) \(incomparable.words)"
    }
    return "\(wanted) the \(comparison.subject.shown) is \(comparison.foundWords)"
  }

  static var shortFailure: String { "another kind of change" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The change from the installed version to the target is not one that the rule is for.",
      when: "The first number that differs is not one of `updateTypes`, or one of both cannot be read as a version.",
      fix: "Add the change to `updateTypes`, or see which version the device has.")
  }
}
