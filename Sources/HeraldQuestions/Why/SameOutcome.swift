package import Herald

/// The outcome of a rule on one device, to find the devices with the same outcome.

///
/// ```swift
/// let outcome = SameOutcome(of: "update:7", question, in: state)
/// let alike = states.filter { outcome?.isShared(by: $0.state, of: $0.source) ?? false }
/// ```
package struct SameOutcome: Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The first test that the rule fails; nil where it passes all its tests.
  package let test: RuleTest?
  /// The value on which the test failed, by its name, such as `deviceOsName`; nil where the rule passes.
  package let subject: String?
  /// That value; nil where the device lacks it.
  package let found: String?
  private let question: Question

  /// Runs the rule's tests on a device.
  ///
  /// - Returns: nil where the policy in force has no such rule.
  package init?(of rule: ExactString, _ question: Question, in state: InstallationState) {
    guard let explained = Hypothesis(question, in: state).explained(rule) else { return nil }
    self.init(explained, question)
  }

  private init(_ explained: ExplainedRule, _ question: Question) {
    rule = explained.rule.id
    test = explained.failed
    let comparison = explained.tests.first { $0.test == explained.failed }?.comparisons.first { !$0.passed }
    subject = comparison?.subject
    found = comparison?.found
    self.question = question
  }

  /// True if another device, asked the same at the same moment, ends at the same test of the rule with the same value.
  package func isShared(by state: InstallationState, of source: ExactString) -> Bool {
    var asked = question
    asked.source = source
    guard let other = SameOutcome(of: rule, asked, in: state) else { return false }
    return other.test == test && other.subject == subject
      && other.found.map { ExactString($0) } == found.map { ExactString($0) }
  }

  /// True if a change of the policy would show the rule to another device, asked the same at the same moment, that is
  /// not shown it now.
  package func isReached(_ state: InstallationState, of source: ExactString, with changes: [Change]) -> Bool {
    var asked = question
    asked.source = source
    let now = Hypothesis(asked, in: state)
    return !now.decision.shows(rule) && changes.reduce(now) { $0.applying($1) }.decision.shows(rule)
  }
}
