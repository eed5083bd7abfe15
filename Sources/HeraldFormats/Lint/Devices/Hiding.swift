import Herald

/// Whether an earlier rule is shown in a later one's place.
enum Hiding: Sendable {
  case never
  /// Sometimes, and when.
  case sometimes(String)
  /// Whenever the later one could be, at the triggers that both know.
  case always

  init(of later: LintedRule, behind earlier: LintedRule) {
    guard WindowOrder.canMeet(earlier.rule, later.rule) else {
      self = .never
      return
    }
    switch Overlap(of: earlier, over: later) {
    case .none: self = .never
    case .some(let example): self = .sometimes("both are for \(example)")
    case .whole:
      self = earlier.rule.gap(before: later.rule).map { .sometimes("both are for the same devices, \($0)") } ?? .always
    }
  }

  /// Whether a rule never lets a later one through that has the same window.
  static func isUnlimited(_ rule: Rule) -> Bool { rule.gap(before: rule) == nil }

  /// Each forced rule that stands behind an optional one which is shown instead of it: always, where there is such a
  /// one, else sometimes.
  static func forces(
    in rules: ArraySlice<LintedRule>
  ) -> [(later: LintedRule, earlier: LintedRule, hiding: Hiding)] {
    rules.enumerated().compactMap { index, later in
      guard later.rule.kind.isBlocking else { return nil }
      var sometimes: (LintedRule, LintedRule, Hiding)?
      for earlier in rules.prefix(index) where earlier.rule.kind == .optional {
        let hiding = Hiding(of: later, behind: earlier)
        switch hiding {
        case .always: return (later, earlier, hiding)
        case .sometimes: sometimes = sometimes ?? (later, earlier, hiding)
        case .never: continue
        }
      }
      return sometimes
    }
  }
}
