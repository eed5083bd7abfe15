import Herald

extension LintCheck {
  static let versionCodeOnIOS = LintCheck(
    "versionCodeOnIOS", .warning, "a target version code on a rule for iOS",
    rule: { linted in
      guard linted.value("targetVersionCode") != nil,
        let filter = linted.filters.first(where: { $0.property == .deviceOsName }),
        filter.matches("ios"), !filter.matches("android"), !filter.matches("")
      else { return [] }
      return [
        linted.finding(
          at: "/targetVersionCode", "`targetVersionCode` stands on a rule for iOS.",
          why: "it is not asked of a device that sends no `appVersionCode`, and iPhones send none",
          fix: "write `targetVersion`")
      ]
    })
}
