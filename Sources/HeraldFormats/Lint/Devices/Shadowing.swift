import Herald

/// The degree to which an earlier rule hides a later one.
enum Shadowing: Sendable {
  case never
  /// Sometimes, with the circumstances in words.
  case sometimes(String)
  /// Each time that the later one could be shown, at the triggers of both.
  case always

  init(of later: LintedRule, behind earlier: LintedRule) {
    guard WindowOrder.canMeet(earlier.rule, later.rule), SharedTrigger(of: earlier.rule, and: later.rule) != nil else {
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

  /// True if the rule is shown at every trigger within its window, so that no later rule gets a turn.
  static func isUnlimited(_ rule: Rule) -> Bool { rule.gap(before: rule) == nil }

  /// Each forced rule that an earlier optional one hides. A rule that always hides it counts before others.
  static func forces(
    in rules: ArraySlice<LintedRule>
  ) -> [(later: LintedRule, earlier: LintedRule, hiding: Shadowing)] {
    rules.enumerated().compactMap { index, later in
      guard later.rule.kind.isBlocking else { return nil }
      var sometimes: (LintedRule, LintedRule, Shadowing)?
      for earlier in rules.prefix(index) where earlier.rule.kind == .optional {
        let hiding = Shadowing(of: later, behind: earlier)
        switch hiding {
        case .always:
          // At a launch, and not only at some operation, the forced rule comes first in the user's day.
          guard let occasion = SharedTrigger(of: earlier.rule, and: later.rule), occasion != .launch else {
            return (later, earlier, hiding)
          }
          let when = Shadowing.sometimes("both are for the same devices \(occasion.words)")
          sometimes = sometimes ?? (later, earlier, when)
        case .sometimes: sometimes = sometimes ?? (later, earlier, hiding)
        case .never: continue
        }
      }
      return sometimes
    }
  }
}
