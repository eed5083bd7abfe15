/// Derived values of the tests, for other modules.
extension RuleTest {
  /// The inputs of the test that a redacted log may have changed.
  package func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    check.redactable(in: rule, from: original, to: redacted)
  }

  /// The test's conditions on properties, as filters.
  ///
  /// - Parameter packageName: the app that the policy is for.
  package func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] {
    check.filters(of: rule, in: packageName)
  }
}

extension Rule {
  /// The values that the rule's tests read, by JSON pointer below the rule.
  package var terms: [(key: String, text: String)] { RuleTests.inOrder.flatMap { $0.check.terms(of: self) } }

  /// The tests' conditions on properties, as filters, without conditions on the device's language.
  ///
  /// - Parameter packageName: the app that the policy is for.
  package func propertyFilters(in packageName: ExactString?) -> [Filter] {
    RuleTests.inOrder.flatMap { $0.filters(of: self, in: packageName) }
  }

  /// The circumstances in which this rule fails on a device that it is for, so that a later rule is shown instead; nil
  /// if it never does.
  package func gap(before later: Rule) -> String? {
    let gaps = RuleTests.inOrder.compactMap { $0.check.gap(in: self, before: later) }
    return (gaps.first { !$0.needsUser } ?? gaps.first)?.words
  }
}
