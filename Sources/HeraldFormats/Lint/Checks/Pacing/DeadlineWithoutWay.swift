import Herald

extension LintCheck {
  static let deadlineWithoutWay = LintCheck(
    "deadlineWithoutWay", .warning, "an update that becomes forced on devices that have no way to update",
    rule: { linted in
      guard linted.rule.mayRise else { return [] }
      return linted.closedWays.map { system, url in
        linted.finding(
          at: linted.risingKey,
          "\(linted.name) leads to \(quoted(url.string)), which no device with \(quoted(system)) opens.",
          why: "it is for them too: they are forced, and cannot update",
          fix: "add `targetWebsiteUrl` with a page for every system, or a filter on `deviceOsName`")
      }
    })
}
