import Herald

extension LintCheck {
  static let pausedBeforeStart = LintCheck(
    "pausedBeforeStart", .warning, "a phased rollout that is paused before it begins",
    rule: { linted in
      guard let phases = linted.rule.phases, let paused = phases.pausedAt,
        paused.moment(offsetMinutes: 0) < phases.startAt.moment(offsetMinutes: 0)
      else { return [] }
      return [
        linted.finding(
          at: "/phasedRollout/pausedAt", "The rollout of \(linted.name) is paused before it begins.",
          why: "nobody is ever reached", fix: "remove `pausedAt`, or move it behind `startAt`")
      ]
    })
}
