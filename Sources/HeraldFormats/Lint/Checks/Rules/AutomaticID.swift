import Herald

extension LintCheck {
  static let automaticID = LintCheck(
    "automaticID", .note, "a rule without an id of its own",
    rule: { linted in
      guard linted.value("id") == nil else { return [] }
      return [
        linted.finding(
          "The rule has no `id` of its own and gets \(quoted(linted.rule.id.string)).",
          why: LintedRule.automaticIDChanges,
          fix: "add \"id\" with a number or a name")
      ]
    })
}

extension LintedRule {
  static let automaticIDChanges = "an automatic id changes with texts and links, and showings are counted from 0 again"
}
