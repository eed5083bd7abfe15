import Herald

extension LintCheck {
  static let textIgnored = LintCheck(
    "textIgnored", .warning, "a text that is something else",
    texts: { linted in
      linted.extraTexts.filter { $0.node.string == nil }.map { pointer, name, node in
        linted.finding(
          at: pointer, "The text `\(name)` is \(node.kindName).", why: "it is read as if it were not there",
          fix: "write it in double quotes")
      }
    })
}
