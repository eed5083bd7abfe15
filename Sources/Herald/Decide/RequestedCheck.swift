/// A test that a rule asks for by a key of its own, or its document by one at the root. The decisions of a policy without
/// it do not run it, and their explanations have no word of it.
protocol RequestedCheck: RuleCheck {
  /// Whether the rule asks for the test.
  static func isAsked(by rule: Rule) -> Bool
}
