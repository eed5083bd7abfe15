/// What a rule must pass to be shown, in this order; the first that fails is the rule's reason.
///
/// To add one: a case here, a file in `Decide/Tests`, and its line below, which the compiler asks for.
public enum RuleTest: String, Hashable, Sendable, CaseIterable {
  case trigger, filters, version, rollout, window, skipped, count, period, installed, text

  /// All tests in their order, made once.
  static let inOrder = RuleTest.allCases

  @inline(__always)
  func passes<W: Witness>(_ rule: Rule, _ situation: borrowing Situation, _ witness: inout W) -> Bool {
    switch self {
    case .trigger: rule.passesTrigger(situation, &witness)
    case .filters: rule.passesFilters(situation, &witness)
    case .version: rule.passesVersion(situation, &witness)
    case .rollout: rule.passesRollout(situation, &witness)
    case .window: rule.passesWindow(situation, &witness)
    case .skipped: rule.passesSkipped(situation, &witness)
    case .count: rule.passesCount(situation, &witness)
    case .period: rule.passesPeriod(situation, &witness)
    case .installed: rule.passesInstalled(situation, &witness)
    case .text: rule.passesText(situation, &witness)
    }
  }
}

/// What the tests of a rule look at: what was shown, the question, and what the device's properties say to the policy.
struct Situation {
  let records: ShowingRecords
  let question: Question
  let standing: Standing
  /// The rule's place in the policy.
  var ruleIndex = 0
}

extension Situation {
  var properties: Properties { Properties(standing.profile) }
  /// What the device's properties say to the rule.
  var rule: RuleStanding { standing.rules[ruleIndex] }
  /// Whether the user asked for the check, which lifts skips, counts and periods.
  var isManual: Bool { question.trigger == .manual }
}
