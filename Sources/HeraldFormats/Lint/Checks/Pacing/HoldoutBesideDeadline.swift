import Herald

extension LintCheck {
  static let holdoutBesideDeadline = LintCheck(
    "holdoutBesideDeadline", .note, "a holdout beside a rule with a deadline",
    policy: { linted in
      let isForAll = linted.policy.attention?.holdout != nil
      let rules = linted.rules.filter { $0.rule.pacing.deadline != nil && (isForAll || $0.rule.pacing.holdout != nil) }
      return rules.map {
        $0.finding(
          at: "/deadline", "\($0.name) has a deadline, so the installations of the holdout see it too.",
          why: "nobody is forced without a warning; what it does cannot be told from the holdout",
          fix: "nothing, or remove one of both")
      }
    })

  static let holdoutWithoutOptional = LintCheck(
    "holdoutWithoutOptional", .warning, "a holdout where nothing is held out",
    policy: { linted in
      guard linted.policy.attention?.holdout != nil, !linted.rules.isEmpty,
        linted.rules.allSatisfy({ $0.rule.kind.isBlocking || $0.rule.pacing.deadline != nil })
      else { return [] }
      return [
        LintFinding(
          pointer: "/holdout", what: "The policy has a holdout, and no rule that it holds back.",
          why: "forces, exits and rules with a deadline are shown to everybody", fix: "remove `holdout`")
      ]
    })
}
