import Herald

extension LintCheck {
  static let unreachableRule = LintCheck(
    "unreachableRule", .warning,
    "a rule that contradicts itself, is for versions under review, or is behind others that are always shown",
    policy: { linted in
      let compared = linted.comparedRules
      return compared.rules.enumerated().compactMap { index, later in
        // A mistaken range or operator was meant for something else, so nothing follows from it.
        let isMistaken = later.filters.contains { $0.hasMistakenRange || $0.parts.contains(where: \.hasEqualsOperator) }
        if isMistaken { return nil }
        if compared.isForNobody(index) { return later.isContradictionKnown ? nil : later.contradiction }
        if compared.isUnderReview(index) { return later.review }
        let covering = covering(index, in: compared).map { compared.rules[$0] }
        guard let last = covering.last else { return nil }
        let what = "The \(later.rule.kind.words) \(later.name) is never shown."
        if covering.count == 1 {
          return later.finding(
            what,
            why: "the \(last.rule.kind.words) \(last.name) before it is for all of its devices, and is shown instead",
            fix: "put it before \(last.name), narrow that one, or remove it")
        }
        let names = covering.dropLast().map(\.name).joined(separator: ", ") + " and \(last.name)"
        return later.finding(
          what,
          why: "\(names) before it are for all of its devices together, and one of them is shown instead",
          fix: "put it before them, narrow one of them, or remove it")
      }
    })

  /// The earlier rules that are shown instead of a rule on each of its devices: one, or as few as leaving out the last
  /// ones leads to; none where the rule may be shown.
  private static func covering(_ later: Int, in compared: ComparedRules) -> [Int] {
    let shown = (0..<later).filter { isShown($0, insteadOf: later, in: compared) }
    if let one = shown.first(where: { compared.isCovered(later, by: [$0]) }) { return [one] }
    guard shown.count > 1, compared.isCovered(later, by: shown) else { return [] }
    var kept = shown
    for rule in shown.reversed() {
      let others = kept.filter { $0 != rule }
      if !others.isEmpty, compared.isCovered(later, by: others) { kept = others }
    }
    return kept
  }

  /// True if a rule is shown instead of a later one on each device that both are for.
  private static func isShown(_ earlier: Int, insteadOf later: Int, in compared: ComparedRules) -> Bool {
    let (first, second) = (compared.rules[earlier].rule, compared.rules[later].rule)
    return first.triggersAlways.isSuperset(of: second.triggersEver) && Shadowing.isUnlimited(first)
      && WindowOrder.canMeet(first, second) && SharedTrigger(of: first, and: second) != nil
      && first.gap(before: second) == nil
  }
}

extension LintedRule {
  /// True if another check says already that no device meets the rule's conditions.
  fileprivate var isContradictionKnown: Bool {
    filters.contains(where: \.matchesNothing) || !targetsOutOfReach.isEmpty || rule.descriptions.entries.isEmpty
  }

  fileprivate var review: LintFinding {
    finding(
      "The \(rule.kind.words) \(name) is never shown.",
      why: "every version that it is for is under review, and nothing is shown to these",
      fix: "take versions out of `reviewVersions`, or let the rule be for others too")
  }

  fileprivate var contradiction: LintFinding {
    finding(
      "The \(rule.kind.words) \(name) is never shown.", why: "no device meets all of its conditions together",
      fix: "change the filters, the segments or the target version that contradict each other")
  }
}
