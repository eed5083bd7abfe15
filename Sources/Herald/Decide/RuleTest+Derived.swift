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

  /// Changes, other than of properties and time, that may let a rule pass the test, or fail it.
  ///
  /// - Parameter wanted: true for the rule that should be shown, false for one that stands in its way.
  package func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    check.changes(to: rule, wanted: wanted, for: question, in: state)
  }

  /// Values of properties on which the result can differ.
  package func samples(for rule: Rule) -> [PropertySample] { check.samples(for: rule) }

  /// The part that the test plays when a prompt comes again.
  package func role(in rule: Rule) -> RepetitionRole { check.role(in: rule) }

  /// True if neither time nor anything that the user does changes the result on an installation.
  package var asksDeviceAlone: Bool { check.asksDeviceAlone }

  /// True if the test reads earlier showings, to keep a prompt from coming again too often.
  package var readsShowings: Bool { check is any RepetitionTest.Type }

  /// The properties that a test of the device reads; nil for a test that reads something else.
  package func properties(of rule: Rule) -> [ExactString]? { (check as? any DeviceTest.Type)?.properties(of: rule) }

  /// True if only this test reads a key of a rule.
  package func reads(key: String) -> Bool { check.documentKeys.contains(key) }
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
