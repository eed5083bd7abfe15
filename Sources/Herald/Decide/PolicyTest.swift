/// A test of a setting of the whole policy. It reads no key of the rule, except keys that exempt the rule.
protocol PolicyTest: RuleTestDefinition {}

extension PolicyTest {
  static var asksDeviceAlone: Bool { false }
  static func samples(for rule: Rule) -> [PropertySample] { [] }

  /// Nil, because a later rule fails it too, unless it is exempt: then it does not need the first to fail.
  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static var documentKeys: [String] { [] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { [] }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }
}
