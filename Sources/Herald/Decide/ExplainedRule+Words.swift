/// The reason why a rule is not shown, for people.
extension ExplainedRule {
  /// The failed test as a sentence without its end, such as `update:7 has no text for de-DE (only en)`; nil for a rule
  /// that passes.
  package var failure: String? {
    guard let failed, let test = tests.first(where: { $0.test == failed }) else { return nil }
    return "\(rule.id.string.shown) \(test.failure(of: rule))"
  }
}

extension ExplainedTest {
  /// The meaning of the failed test, as the end of a sentence that begins with the rule.
  package func failure(of rule: Rule) -> String {
    guard let comparison = comparisons.first(where: { !$0.passed }) else { return "is not shown: \(test.shortFailure)" }
    return test.check.failure(comparison, of: rule)
  }
}

extension RuleTest {
  /// The meaning of the failed test, in two or three words.
  package var shortFailure: String { check.shortFailure }
}

extension Comparison {
  /// The value that was found, in quotes for code; `none` if it is missing.
  var foundWords: String { self.found.map { "`\($0.shown)`" } ?? "none" }
}

extension String? {
  /// The text for a sentence; `none` if it is missing.
  var shown: String { self?.shown ?? "none" }
}
