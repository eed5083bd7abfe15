import Herald

extension LintCheck {
  static let matchesEveryVersion = LintCheck(
    "matchesEveryVersion", .warning, "a range written as alternatives, which matches every version",
    filter: { linted in
      let comparisons = linted.parts.map(\.part).filter { !$0.excludes && $0.operand != nil }
      guard linted.owner != .reviewVersions, comparisons.count > 1, comparisons.count == linted.parts.count,
        linted.matchesAllVersions
      else { return nil }
      let range = Filter(property: linted.property, text: comparisons.compactMap(opposite).joined(separator: ","))
      let isPossible = linted.values(beside: [range])?.contains { range.verdict(on: $0).matches } ?? false
      return linted.finding(
        "The filter \(quoted(linted.filter.text)) matches every version.",
        why: "parts between commas are alternatives: one of them is enough",
        fix: isPossible ? "for what fits all of them write \(quoted(range.text))" : "leave the filter out")
    })

  /// The exclusion that equals an inclusion, such as `!<5` for `>=5`.
  private static func opposite(_ part: Filter.Part) -> String? {
    guard case .compare(let comparison, _) = part.pattern, let operand = part.operand else { return nil }
    switch comparison {
    case .atLeast: return "!<" + operand
    case .atMost: return "!>" + operand
    case .below: return "!>=" + operand
    case .above: return "!<=" + operand
    case .notEqual: return "!" + operand
    }
  }
}
