package import Herald

/// A rule of a policy that some installations see and others do not, or that they see with other texts, by chance.
///
/// Chance makes groups that are alike before the rule asks, so a difference between them is the rule's effect.
package struct Experiment: Sendable {
  /// The rule's place among the policy's rules.
  package let index: Int
  /// The rule.
  package let rule: Rule
  /// The holdout that the rule takes part in; nil for a rule without one, and for a rule with a deadline, which is never
  /// held back; nil where it holds out all installations or none.
  package let holdout: Holdout?

  /// The variants of the rule's texts; empty for a rule with fewer than two that some installation draws.
  package let variants: [RuleVariant]

  /// Nil for a rule that is the same for all installations.
  fileprivate init?(_ rule: Rule, at index: Int) {
    self.index = index
    self.rule = rule
    let asked = RuleTest.holdout.isAsked(by: rule) ? rule.pacing.attention?.holdout : nil
    holdout = asked.flatMap { (1..<10_000).contains($0.share) ? $0 : nil }
    let drawn = rule.pacing.variants.filter { $0.weight > 0 }
    variants = drawn.count > 1 ? drawn : []
    if holdout == nil, variants.isEmpty { return nil }
  }
}

extension Policy {
  /// The policy's experiments, in the order of its rules.
  package var experiments: [Experiment] {
    rules.enumerated().compactMap { Experiment($0.element, at: $0.offset) }
  }
}
