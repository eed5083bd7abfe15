/// A test that reads only the device's properties, so that it runs once for each device and policy.
protocol DeviceTest: RuleTestDefinition {
  /// Runs the test on a device, and reports each comparison to the witness.
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool

  /// Runs the test on a device without a witness.
  static func passes(_ rule: Rule, on properties: Properties) -> Bool

  /// The properties that the test reads, the most likely to be different first.
  static func properties(of rule: Rule) -> [ExactString]
}

extension DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    passes(rule, on: situation.properties, &witness)
  }

  static func passes(_ rule: Rule, on properties: Properties) -> Bool {
    var witness = NoWitness()
    return passes(rule, on: properties, &witness)
  }

  static func inputs(of rule: Rule) -> [Input] { properties(of: rule).map { .property($0) } }

  static var asksDeviceAlone: Bool { true }

  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties(properties(of: rule))
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static func role(in rule: Rule) -> RepetitionRole { .condition }
}
