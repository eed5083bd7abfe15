import Herald

extension LintCheck {
  static let deadlineWithoutWay = LintCheck(
    "deadlineWithoutWay", .warning, "a deadline on devices that have no way to update",
    rule: { linted in
      guard linted.rule.manners.deadline != nil,
        let elsewhere = linted.rule.destinations.elsewhere?.string, elsewhere.utf8.starts(with: "market:".utf8),
        !linted.rule.filters.contains(where: { $0.property == .deviceOsName })
      else { return [] }
      return [
        linted.finding(
          at: "/deadline", "\(linted.name) leads to Google Play alone, and is for every system.",
          why: "where there is no Google Play, users are forced and cannot update",
          fix: "add `targetWebsiteUrl`, or the filter `deviceOsName` `android`")
      ]
    })
}
