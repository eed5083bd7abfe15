import Herald

extension LintCheck {
  static let targetOutOfReach = LintCheck(
    "targetOutOfReach", .warning, "a target version that no filtered version is below",
    rule: { linted in
      linted.targetsOutOfReach
    })

  fileprivate static func outOfReach(_ linted: LintedRule) -> [LintFinding] {
    RuleTest.version.filters(of: linted.rule, in: linted.packageName).compactMap { target in
      finding(linted, target, key: target.property == .appVersionName ? "targetVersion" : "targetVersionCode")
    }
  }

  private static func finding(_ linted: LintedRule, _ target: Filter, key: String) -> LintFinding? {
    guard let own = linted.filters.first(where: { $0.property == target.property }),
      let filtered = own.values(beside: [target])?.filter(own.isMatch)
    else { return nil }
    // A filter that matches no version at all belongs to another check.
    guard filtered.contains(where: { $0.version != nil }), !filtered.contains(where: { target.verdict(on: $0).matches })
    else { return nil }
    let written = linted.value(key).flatMap(Coercion.written) ?? ""
    return linted.finding(
      at: "/\(key)",
      "Nothing that the filter \(quoted(own.filter.text)) matches is below the target \(quoted(written)).",
      why: "a rule with a target is for lower versions alone, so this one is never shown",
      fix: "raise the target, or change the filter on \(quoted(target.property.string))")
  }
}

extension LintedRule {
  /// The findings on target versions that no filtered version is below.
  var targetsOutOfReach: [LintFinding] { LintCheck.outOfReach(self) }
}
