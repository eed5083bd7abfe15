/// A test that a rule has to pass to be shown. The first test that a rule fails is the rule's reason.
///
/// The cases are in the order in which a decision runs the tests.
///
/// ```swift
/// for rule in Explanation(question, in: state).rules where rule.failed == .rollout { print(rule.rule.id) }
/// ```
///
/// To add a test, add a case and its line in ``check``, and a file in `Decide/RuleTests` with a type that conforms to
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
