/// Explains what it means that a rule fails each test. The text is in each test's type.
extension RuleTest: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "test of a rule"

  /// What it means that a rule fails the test, when that happens, and what to do about it.
  public var explanation: CodeExplanation { check.explanation }
}
