/// A test that a rule has to pass to be shown. The first test that a rule fails is the rule's reason.
///
/// The cases are in the order in which a decision runs the tests.
///
/// ```swift
/// for rule in Explanation(question, in: state).rules where rule.failed == .rollout { print(rule.rule.id) }
/// ```
///
/// To add a test, add a case and its line in `check`, and a file in `Decide/RuleTests` with a type that conforms to
/// `RuleTestDefinition`. Everything else that Herald says of a test follows from that type.
public enum RuleTest: String, Hashable, Sendable, CaseIterable {
  case fresh
  case trigger
  case filters
  case segments
  case version
  case change
  case age
  case rollout
  case holdout
  case window
  case quietHours
  case skipped
  case count
  case caps
  case budget
  case period
  case installed
  case text

  /// The type that runs the test.
  var check: any RuleTestDefinition.Type {
    switch self {
    case .fresh: FreshTest.self
    case .trigger: TriggerTest.self
    case .filters: FiltersTest.self
    case .segments: SegmentsTest.self
    case .version: VersionTest.self
    case .change: ChangeTest.self
    case .age: AgeTest.self
    case .rollout: RolloutTest.self
    case .holdout: HoldoutTest.self
    case .window: WindowTest.self
    case .quietHours: QuietHoursTest.self
    case .skipped: SkippedTest.self
    case .count: CountTest.self
    case .caps: CapsTest.self
    case .budget: BudgetTest.self
    case .period: PeriodTest.self
    case .installed: InstalledTest.self
    case .text: TextTest.self
    }
  }
}

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

/// Explains each failed test. The text is in each test's type.
extension RuleTest: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "test of a rule"

  /// The meaning of the failed test, when a rule fails it, and what to do about it.
  public var explanation: CodeExplanation { check.explanation }
}

/// The rules that a decision tested and their results, to find decisions that tested the same with the same results.
package struct TestedRules: Sendable {
  private let policy: Policy?
  private let failures: Failures

  fileprivate init(_ decision: Decision) {
    policy = decision.policy?.shared
    failures = decision.failures
  }
}

extension TestedRules: Hashable {
  /// True if both tested the rules of one policy in memory, with the same results.
  package static func == (left: TestedRules, right: TestedRules) -> Bool {
    left.policy === right.policy && left.failures == right.failures
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(policy.map { ObjectIdentifier($0) })
    hasher.combine(failures)
  }
}

extension Decision {
  /// The policy and the results from which ``considered`` follows.
  package var testedRules: TestedRules { TestedRules(self) }
}
