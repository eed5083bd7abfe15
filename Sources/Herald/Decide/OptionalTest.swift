/// A test that a rule requests by a key of its own, or its document by a key at the root. Under a policy that does not
/// request it, decisions do not run it and explanations do not mention it.
protocol OptionalTest: RuleTestDefinition {
  /// True if the rule requests the test.
  static func isAsked(by rule: Rule) -> Bool
}
