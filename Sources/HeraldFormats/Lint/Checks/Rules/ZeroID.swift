import Herald

extension LintCheck {
  static let zeroID = LintCheck(
    "zeroID", .warning, "an id that counts as none",
    rule: { linted in
      guard let id = linted.value("id"), linted.hasAutomaticID else { return [] }
      let written = Coercion.written(id) ?? ""
      return [
        linted.finding(
          at: "/id", "The id \(quoted(id.string == nil ? written : "\"\(written)\"")) counts as none.",
          why: "the rule gets \(quoted(linted.rule.id.string)), and \(LintedRule.automaticIDChanges)",
          fix: "write another number or a name")
      ]
    })
}
