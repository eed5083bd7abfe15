extension Hypothesis {
  /// A rule of the policy in force with all of its tests; nil for a rule that the policy lacks.
  func explained(_ id: ExactString) -> ExplainedRule? {
    guard let policy = state.policy, let index = policy.rules.firstIndex(where: { $0.id == id }) else { return nil }
    var situation = Situation(question, in: state, DeviceVerdicts(of: state, under: policy))
    let rule = policy.rules[index]
    situation.turn(to: rule, at: index)
    let failed = rule.firstFailure(in: situation, situation.verdicts.prepared.tests.asked(in: situation)).map {
      RuleTests.inOrder[$0]
    }
    return ExplainedRule(rule, failed: failed, in: situation)
  }
}
