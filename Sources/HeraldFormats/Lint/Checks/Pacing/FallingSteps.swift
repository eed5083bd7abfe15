import Herald

extension LintCheck {
  static let fallingSteps = LintCheck(
    "fallingSteps", .warning, "a phased rollout that takes installations out again",
    rule: { linted in
      guard let steps = linted.rule.phases?.steps else { return [] }
      return zip(steps, steps.dropFirst()).enumerated().compactMap { index, step in
        guard step.1 < step.0 else { return nil }
        return linted.finding(
          at: "/phasedRollout/steps/\(index + 1)",
          "Step \(index + 2) of \(linted.name) is \(Rule.percent(step.1)) after \(Rule.percent(step.0)).",
          why: "installations that were in are out again", fix: "write steps that rise, or use `pausedAt`")
      }
    })
}
