import Herald

extension LintCheck {
  static let unreachableRule = LintCheck(
    "unreachableRule", .warning, "a rule behind one that is always shown instead",
    policy: { linted in
      linted.comparedRules.enumerated().compactMap { index, later in
        // What a mistaken range was meant for is not known, so nothing follows from it.
        guard !later.filters.contains(where: \.hasMistakenRange),
          let earlier = linted.comparedRules[..<index].first(where: { isShown($0, insteadOf: later) })
        else {
          return nil
        }
        return later.finding(
          "The \(later.rule.kind.words) \(later.name) is never shown.",
          why:
            "the \(earlier.rule.kind.words) \(earlier.name) before it is for all of its devices, and is shown instead",
          fix: "put it before \(earlier.name), narrow that one, or remove it")
      }
    })

  private static func isShown(_ earlier: LintedRule, insteadOf later: LintedRule) -> Bool {
    guard earlier.rule.triggersAlways.isSuperset(of: later.rule.triggersEver), Shadowing.isUnlimited(earlier.rule),
      case .always = Shadowing(of: later, behind: earlier)
    else { return false }
    return true
  }
}
