/// All of a rule's filters must match the device's properties.
enum FiltersTest: DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    var matches = true
    for filter in rule.filters {
      let value = filter.value { properties[$0] }
      let verdict = filter.verdict(on: value)
      witness.record(
        Comparison(
          filter.property.string, found: value.raw?.string, wanted: filter.text, passed: verdict.matches,
          decidedBy: filter.isInWords ? nil : verdict.decidedBy?.text, key: key(of: filter), basis: .launch,
          incomparable: filter.incomparable(value, verdict), remark: filter.remark(on: value, verdict),
          near: filter.near(in: properties)))
      matches = matches && verdict.matches
    }
    return matches
  }

  static func properties(of rule: Rule) -> [ExactString] { rule.filters.flatMap(\.properties) }

  /// The first filter that does not match: the rule fails until that one does.
  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input] {
    guard let failed = rule.filters.first(where: { !matches($0, state.profile) }) else { return [] }
    return [.property(failed.property), .term(rule.id, key(of: failed))]
  }

  /// A filter that lets this device's value through too; where that is not enough, none.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted else { return [] }
    return rule.filters.filter { !matches($0, state.profile) }.flatMap { filter -> [Change] in
      let value = filter.isInWords ? nil : state.profile[filter.property].map { "\(filter.text), \($0.string)" }
      let widened = value.map { Filter(property: filter.property, text: $0) }
      let isEnough = widened.map { matches($0, state.profile) } ?? false
      return [.edited(rule.id, .filter(filter.property, isEnough ? value : nil))]
    }
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties(rule.filters.filter { matches($0, original) != matches($0, redacted) }.map(\.property))
  }

  private static func matches(_ filter: Filter, _ profile: Profile) -> Bool {
    filter.verdict(on: filter.value { PropertyValue(profile[$0]) }).matches
  }

  static var documentKeys: [String] { ["filters"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { rule.filters.map { (key(of: $0), $0.text) } }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { rule.filters }

  private static func key(of filter: Filter) -> String { "/filters/\(JSONPointer.token(filter.property.string))" }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let isInWords = rule.filters.contains { $0.isInWords && $0.text == comparison.wanted }
    let limit = isInWords ? comparison.wanted.shown : "`\(comparison.wanted.shown)`"
    let wanted = "is for devices with \(comparison.subject.shown) \(limit), and"
    if let incomparable = comparison.incomparable { return "\(wanted) \(incomparable.clause)" }
    return "\(wanted) this one has \(comparison.foundWords)\(comparison.remarkWords)\(comparison.nearWords)"
  }

  static var shortFailure: String { "not for this device" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "A property of the device does not match its filter.",
      when: "One entry of `filters` fails: no part includes the value, or an excluding part names it.",
      fix: "Compare the value with the filter's parts in `herald why`; `herald lint` knows the usual mistakes.")
  }
}
