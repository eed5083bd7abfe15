import Herald

extension LintCheck {
  static let emptyWindow = LintCheck(
    "emptyWindow", .warning, "a window that ends before it begins",
    rule: { linted in
      guard WindowOrder.isEmpty(linted.rule), let end = linted.rule.displayBefore, let start = linted.rule.displayAfter
      else { return [] }
      return [
        linted.finding(
          at: "/displayBeforeDate",
          "The window ends \(quoted(end.text.trimmed)), before it begins \(quoted(start.text.trimmed)).",
          why: "no moment lies in it, so the rule is never shown",
          fix: "write the first moment as `displayAfterDate`, the last as `displayBeforeDate`")
      ]
    })
}
