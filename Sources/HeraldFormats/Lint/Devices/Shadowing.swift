import Herald

/// The degree to which an earlier rule hides a later one.
enum Shadowing: Sendable {
  case never
  /// Sometimes, with the circumstances in words.
  case sometimes(String)
  /// Each time that the later one could be shown, at the triggers of both.
  case always

  init(of later: Int, behind earlier: Int, in compared: ComparedRules) {
    let (first, second) = (compared.rules[earlier].rule, compared.rules[later].rule)
    guard WindowOrder.canMeet(first, second), SharedTrigger(of: first, and: second) != nil else {
      self = .never
      return
    }
    switch compared.overlap(of: earlier, over: later) {
    case .none: self = .never
    case .some(let example): self = .sometimes("both are for \(example)")
    case .whole:
      self = first.gap(before: second).map { .sometimes("both are for the same devices, \($0)") } ?? .always
    }
  }

  /// True if the rule is shown at every trigger within its window, so that no other rule of its kind gets a turn.
  static func isUnlimited(_ rule: Rule) -> Bool { rule.gap(before: rule) == nil }

  /// Each forced rule that an earlier optional one hides. A rule that always hides it counts before others.
  static func forces(
    in compared: ComparedRules
  ) -> [(later: LintedRule, earlier: LintedRule, hiding: Shadowing)] {
    compared.rules.enumerated().compactMap { index, later in
      guard later.rule.kind.isBlocking else { return nil }
      var sometimes: (LintedRule, LintedRule, Shadowing)?
      for (place, earlier) in compared.rules.prefix(index).enumerated() where earlier.rule.kind == .optional {
        let hiding = Shadowing(of: index, behind: place, in: compared)
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
