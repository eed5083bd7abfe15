import Herald

extension LintCheck {
  static let reviewNamesNothing = LintCheck(
    "reviewNamesNothing", .warning, "`reviewVersions` that names no version",
    filter: { linted in
      guard linted.owner == .reviewVersions else { return nil }
      guard linted.filter.parts.isEmpty || linted.matchesNothing else { return nil }
      return linted.finding(
        "`reviewVersions` \(quoted(linted.filter.text)) names no version.", why: "no build is spared during its review",
        fix: "write the version that is under review, such as `2.2,2.2.0`, or leave the key out")
    })
}
