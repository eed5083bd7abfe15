import Herald

extension LintCheck {
  static let exitWithoutDestination = LintCheck(
    "exitWithoutDestination", .note, "an end of service that leads nowhere",
    rule: { linted in
      guard linted.rule.kind == .exit, linted.rule.destinations.elsewhere == nil else { return [] }
      return [
        linted.finding(
          at: linted.kindKey, "The end of service \(linted.name) leads nowhere.", why: "its only button is `exit`",
          fix: "where there is something to read or to install, add `targetWebsiteUrl`")
      ]
    })
}
