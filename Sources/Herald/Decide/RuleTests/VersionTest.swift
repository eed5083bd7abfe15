/// The installed version must be a version that the rule is for.
enum VersionTest: DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    if case .none = rule.condition { return true }
    if rule.isAboutAnotherApp(properties) {
      witness.record(
        Comparison(
          "appPackageName", found: properties[.appPackageName].raw?.string,
          wanted: "another app than \(rule.targetPackageName?.string ?? ""): the version is not asked", passed: true,
          key: "/targetPackageName", basis: .launch))
      return true
    }
    return rule.condition.isMet(by: properties, &witness)
  }

  static func properties(of rule: Rule) -> [ExactString] {
    let compared = rule.condition.properties
    return compared.isEmpty || rule.targetPackageName == nil ? compared : compared + [.appPackageName]
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties([.appPackageName, .appVersionName, .appVersionCode, .deviceOsName])
  }

  static func samples(for rule: Rule) -> [PropertySample] {
    let target = rule.targetPackageName.map { PropertySample(property: .appPackageName, texts: [$0.string]) }
    return [target].compactMap(\.self) + rule.condition.samples
  }

  static var documentKeys: [String] { ["targetVersion", "targetVersionCode", "version"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { rule.condition.terms }

  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] {
    let leadsElsewhere = rule.targetPackageName.map { $0 != packageName } ?? false
    guard case .below(let target, let code) = rule.condition, !leadsElsewhere else { return [] }
    let name = target.map { Filter(property: .appVersionName, text: "<\($0.text)") }
    // A device without version codes, such as an iPhone, is not tested for one.
    let number = code.map { Filter(property: .appVersionCode, text: "<\($0),''") }
    return [name, number].compactMap(\.self)
  }

  /// None: a target follows from what is published, and a device that has it needs no update.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "does not apply to \(comparison.subject.shown) \(comparison.foundWords) (it must be \(comparison.wanted.shown))"
  }

  static var shortFailure: String { "not for this version" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The installed version is not one that the rule is for.",
      when: "It is not lower than the target, is missing, or is not a version.",
      fix: "Check `appVersionName` and `appVersionCode` against the rule's target.")
  }
}
