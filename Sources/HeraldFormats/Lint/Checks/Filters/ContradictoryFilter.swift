import Herald

extension LintCheck {
  static let contradictoryFilter = LintCheck(
    "contradictoryFilter", .warning, "a filter that no value matches",
    filter: { linted in
      guard linted.owner != .reviewVersions else { return nil }
      if linted.property == .appPackageName, let own = linted.packageName {
        return linted.matches(own.string) ? nil : otherApp(linted)
      }
      // Only an exclusion takes away what the others include.
      guard linted.filter.parts.contains(where: \.excludes), includesSomething(linted), let values = linted.values,
        !values.contains(where: linted.isMatch)
      else { return nil }
      return linted.finding(
        "No value of \(quoted(linted.property.string)) matches \(quoted(linted.filter.text)).",
        why: "the parts with `!` exclude all that the others include, so \(linted.owner.consequence)",
        fix: "take out the part that excludes too much")
    })

  /// Parts that match nothing by themselves belong to another check.
  private static func includesSomething(_ linted: LintedFilter) -> Bool {
    let inclusions = linted.filter.parts.filter { !$0.excludes }
    return inclusions.isEmpty
      || inclusions.contains { part in
        if case .compare(_, nil) = part.pattern { false } else { true }
      }
  }

  private static func otherApp(_ linted: LintedFilter) -> LintFinding {
    linted.finding(
      "The filter \(quoted(linted.filter.text)) on `appPackageName` does not match this document's own `packageName`.",
      why: "the document is obeyed by that app alone, so \(linted.owner.consequence)", fix: "leave the filter out")
  }
}
