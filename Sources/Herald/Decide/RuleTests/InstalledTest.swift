/// A message about another app isn't shown on a device that has that app.
enum InstalledTest: DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    guard let property = property(of: rule) else { return true }
    let installed = properties[property].raw
    let passed = installed != "true"
    witness.record(
      Comparison(
        property.string, found: installed?.string, wanted: "not `true`", passed: passed, key: "/targetPackageName",
        basis: .launch))
    return passed
  }

  /// The property that says whether the app is installed; nil if the rule does not ask.
  private static func property(of rule: Rule) -> ExactString? {
    rule.kind == .message ? rule.targetPackageName.map { ExactString("installed.\($0)") } : nil
  }

  static func properties(of rule: Rule) -> [ExactString] { property(of: rule).map { [$0] } ?? [] }

  static var documentKeys: [String] { ["targetPackageName"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.targetPackageName.map { [("/targetPackageName", $0.string)] } ?? []
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] {
    properties(of: rule).map { Filter(property: $0, text: "!true") }
  }
  /// None: a rule about an installed app is about another app, and an edit would make it another rule.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is about \(rule.targetPackageName?.string.shown ?? "an app"), which is installed already"
  }

  static var shortFailure: String { "installed already" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The app that the message is about is installed already.",
      when: "The property `installed.<targetPackageName>` is `true`.",
      fix: "Nothing; that is what it is for.")
  }
}
