import Herald

extension LintCheck {
  static let contradictoryFilter = LintCheck(
    "contradictoryFilter", .warning, "a filter that no value matches",
    filter: { linted in
      guard linted.owner != .reviewVersions else { return nil }
      if linted.property == .appPackageName, let own = linted.packageName {
        return linted.matches(own.string) ? nil : otherApp(linted)
      }
      guard linted.isContradictory else { return nil }
      return linted.finding(
        "No value of \(quoted(linted.property.string)) matches \(quoted(linted.filter.text)).",
        why: "the parts with `!` exclude all that the others include, so \(linted.owner.consequence)",
        fix: "take out the part that excludes too much")
    })

  private static func otherApp(_ linted: LintedFilter) -> LintFinding {
    linted.finding(
      "The filter \(quoted(linted.filter.text)) on `appPackageName` does not match this document's own `packageName`.",
      why: "the document is obeyed by that app alone, so \(linted.owner.consequence)", fix: "leave the filter out")
  }
}

extension LintedFilter {
  /// True if no value matches, because the parts contradict each other. Parts that match nothing by themselves belong
  /// to another check.
  var isContradictory: Bool {
    let inclusions = filter.parts.filter { !$0.excludes }
    let includesSomething =
      inclusions.isEmpty
      || inclusions.contains { part in
        if case .compare(_, nil) = part.pattern { false } else { true }
      }
    // Only an exclusion takes away what the others include.
    return includesSomething && inclusions.count < filter.parts.count && matchesNothing
  }
}
