import Herald

extension LintCheck {
  static let rolledOutToNobody = LintCheck(
    "rolledOutToNobody", .note, "a rule that is rolled out to nobody",
    rule: { linted in
      guard linted.rule.rollout == 0 else { return [] }
      return [
        linted.finding(
          at: "/rollout", "The \(linted.rule.kind.words) \(linted.name) is rolled out to nobody.",
          why: "a roll-out of 0 percent switches the rule off", fix: "raise it when the rule shall begin")
      ]
    })
}
