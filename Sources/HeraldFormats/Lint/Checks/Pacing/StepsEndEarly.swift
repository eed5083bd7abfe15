import Herald

extension LintCheck {
  static let stepsEndEarly = LintCheck(
    "stepsEndEarly", .note, "a phased rollout whose last step is not 100 %",
    rule: { linted in
      // Steps of at most 1 % are shares by mistake, which has a finding of its own.
      guard let steps = linted.rule.phases?.steps, let last = steps.last, last < linted.rule.rollout,
        steps.contains(where: { $0 > 100 })
      else { return [] }
      return [
        linted.finding(
          at: "/phasedRollout/steps", "The rollout of \(linted.name) stays at \(Rule.percent(last)).",
          why: "its last step never ends, and the other installations are not reached",
          fix: "add the step 100, or write `rollout` \(Rule.percentage(last)) too if that is meant")
      ]
    })
}
