import Herald

extension LintCheck {
  static let numberInFilter = LintCheck(
    "numberInFilter", .warning, "a version written as a number that loses its end",
    rule: { linted in
      (linted.value("filters")?.members ?? []).compactMap { member in
        guard case .number(let text) = member.node.value, CanonicalJSON.number(text) != text else { return nil }
        return linted.finding(
          at: "/filters/" + JSONPointer.token(member.name),
          "The filter on \(quoted(member.name)) is the number `\(text)`.",
          why: "Herald reads it as it is written, but tools that rewrite JSON make \(CanonicalJSON.number(text)) of it",
          fix: "write \"\(text)\"")
      }
    })
}
