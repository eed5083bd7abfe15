import Herald

extension LintCheck {
  static let contradictoryFilter = LintCheck(
    "contradictoryFilter", .warning, "a filter that no value matches",
    filter: { linted in
      let samples = linted.samples
      guard linted.owner != .reviewVersions, !samples.values.isEmpty, !samples.values.contains(where: linted.isMatch)
      else {
        return nil
      }
      if linted.property == .appPackageName { return otherApp(linted) }
      guard samples.isComplete || isPlain(linted), includesSomething(linted, samples) else { return nil }
      return linted.finding(
        "No value of \(quoted(linted.property.string)) matches \(quoted(linted.filter.text)).",
        why: "the parts with `!` exclude all that the others include, so \(linted.owner.consequence)",
        fix: "take out the part that excludes too much")
    })

  /// True if the texts show that no value matches, where the samples leave it open.
  private static func isPlain(_ linted: LintedFilter) -> Bool {
    let inclusions = linted.filter.parts.filter { !$0.excludes }
    let exclusions = linted.filter.parts.filter(\.excludes)
    return exclusions.contains { $0.body == "*" }
      || !inclusions.isEmpty
        && inclusions.allSatisfy { part in part.isOneValue || exclusions.contains { $0.covers(part) } }
  }

  /// Parts that match nothing by themselves belong to another check.
  private static func includesSomething(_ linted: LintedFilter, _ samples: SampleValues) -> Bool {
    let inclusions = linted.filter.parts.filter { !$0.excludes }
    return inclusions.isEmpty || inclusions.contains { samples.values.contains(where: $0.pattern.matches) }
  }

  private static func otherApp(_ linted: LintedFilter) -> LintFinding {
    linted.finding(
      "The filter \(quoted(linted.filter.text)) on `appPackageName` does not match this document's own `packageName`.",
      why: "the document is obeyed by that app alone, so \(linted.owner.consequence)", fix: "leave the filter out")
  }
}
