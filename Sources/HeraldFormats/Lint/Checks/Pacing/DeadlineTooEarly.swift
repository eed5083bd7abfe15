import Herald

extension LintCheck {
  static let deadlineTooEarly = LintCheck(
    "deadlineTooEarly", .warning, "a deadline before the release, or before the last step of a rollout",
    rule: { linted in
      guard let at = linted.rule.pacing.deadline?.at else { return [] }
      let deadline = at.moment(offsetMinutes: 0)
      if let released = linted.rule.releasedAt, deadline < released.moment(offsetMinutes: 0) {
        return [
          linted.finding(
            at: "/deadline/at", "The deadline of \(linted.name) lies before its release on \(released.text).",
            why: "users would be forced to a version that they cannot get yet", fix: "move one of both dates")
        ]
      }
      // With a grace nobody is forced before the rule has reached them and asked.
      guard linted.rule.pacing.deadline?.grace == nil,
        let last = linted.rule.phases?.instants(offsetMinutes: 0).last, deadline < last
      else { return [] }
      return [
        linted.finding(
          at: "/deadline/at", "The deadline of \(linted.name) lies before the last step of its rollout.",
          why: "who comes in with that step is forced at once, without having been asked",
          fix: "move the deadline behind \(last), shorten the steps, or add `graceInHours`")
      ]
    })
}
