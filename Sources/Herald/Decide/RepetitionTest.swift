/// A test that reads the rule's earlier showings, to keep its prompt from coming again too often.
protocol RepetitionTest: RuleTestDefinition {
  /// True if the rule sets what is tested.
  static func isSet(in rule: Rule) -> Bool
}

extension RepetitionTest {
  static var asksDeviceAlone: Bool { false }

  static func samples(for rule: Rule) -> [PropertySample] { [] }

  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }

  static func role(in rule: Rule) -> RepetitionRole { .limit(isSet: isSet(in: rule)) }
}
