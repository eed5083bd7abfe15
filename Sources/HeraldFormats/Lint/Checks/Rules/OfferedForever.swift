import Herald

extension LintCheck {
  static let offeredForever = LintCheck(
    "offeredForever", .warning, "an optional update that does not end with the update",
    rule: { linted in
      guard linted.rule.kind == .optional, !linted.rule.mayRise, linted.isForLaterVersions else { return [] }
      return [
        linted.finding(
          "The optional update \(linted.name) is for every later version too.",
          why: "users who have updated are asked again", fix: LintedRule.boundFix)
      ]
    })
}
