/// Explains each failed test. The text is in each test's type.
extension RuleTest: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "test of a rule"

  /// The meaning of the failed test, when a rule fails it, and what to do about it.
  public var explanation: CodeExplanation { check.explanation }
}
