/// What it means that a rule fails each test; each test's type says so.
extension RuleTest: ExplainedCode {
  public static let kind = "test of a rule"

  public var explanation: CodeExplanation { check.explanation }
}
