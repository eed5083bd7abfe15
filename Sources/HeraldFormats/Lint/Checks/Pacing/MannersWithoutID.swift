import Herald

extension LintCheck {
  static let mannersWithoutID = LintCheck(
    "mannersWithoutID", .warning, "a group, a deadline or a phased rollout on a rule without id",
    rule: { linted in
      guard linted.hasAutomaticID else { return [] }
      return ["groups", "deadline", "phasedRollout"].compactMap { key in
        guard linted.value(key) != nil else { return nil }
        return linted.finding(
          at: "/\(key)", "`\(key)` stands on the rule \(linted.name), which has no `id`.",
          why: "its id follows from its texts: with an edited text all that was counted and drawn begins again",
          fix: "give the rule an `id`")
      }
    })
}
