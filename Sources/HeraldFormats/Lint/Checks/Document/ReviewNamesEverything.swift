import Herald

extension LintCheck {
  static let reviewNamesEverything = LintCheck(
    "reviewNamesEverything", .warning, "`reviewVersions` that names every version",
    filter: { linted in
      guard linted.owner == .reviewVersions, !linted.filter.parts.isEmpty, linted.matchesAllVersions else { return nil }
      return linted.finding(
        "`reviewVersions` \(quoted(linted.filter.text)) names every version.",
        why: "nothing is shown to anybody while it stands there", fix: "write the version that is under review alone")
    })
}
