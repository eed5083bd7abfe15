package import Herald

/// The moment at which an installation enters an experiment, and the group that chance puts it into.
package struct Enrolment: Hashable, Sendable {
  /// The place of the rule among the policy's rules.
  package let index: Int
  /// True if the holdout holds the rule back; nil for a rule without a holdout.
  package let isHeldOut: Bool?
  /// The name of the variant; nil for a rule without variants.
  package let variant: ExactString?
  /// True if the installation saw the rule's prompt for the same target before, under a document without the experiment.
  package let hasSeenIt: Bool

  /// Makes an enrolment under a rule at a place among the policy's rules.
  package init(index: Int, isHeldOut: Bool?, variant: ExactString?, hasSeenIt: Bool) {
    self.index = index
    self.isHeldOut = isHeldOut
    self.variant = variant
    self.hasSeenIt = hasSeenIt
  }
}

/// Finds the moments at which installations enter experiments.
///
/// An installation enters at the first decision at which the rule passes all tests whose answer no earlier prompt can
/// influence. So these are left out:
/// - the holdout, which is what is compared;
/// - `skipped`, `count`, `caps`, `budget`, `period` and a prompt on the screen, because installations that are held out
///   have seen fewer prompts: with these tests they would enter earlier than the others, and the groups would differ
///   before the rule has asked anyone;
/// - which variant has a text in the device's language: it suffices that one has;
/// - another rule that is shown first, unless it is a force or an exit, which no holdout holds back.
///
/// A check that the user asks for does not count: it shows the rule to those held out too, and suspends phases.
///
/// What is left depends on the device, the time and the document alone. So every group is entered by the same criterion,
/// whatever the draw.
package struct Enrolments: Sendable {
  private var decider = Decider()

  /// Makes a finder with an empty cache of verdicts.
  package init() {}

  /// The experiments that an installation enters with a question.
  ///
  /// - Parameters:
  ///   - experiments: the experiments of the policy in force, in its order.
  ///   - state: the state after the event that asks.
  package mutating func found(
    at question: Question, in state: InstallationState, among experiments: [Experiment]
  ) -> [Enrolment] {
    var unseen = state
    unseen.visible = nil
    guard question.trigger != .manual, let policy = state.policy, Decider.silence(question, in: unseen) == nil else {
      return []
    }
    let verdicts = decider.findVerdicts(on: state, under: policy)
    guard Decider.ending(question, in: unseen, verdicts) == nil else { return [] }
    return Self.found(RuleContext(question, in: state, verdicts), under: policy, among: experiments)
  }

  private static func found(
    _ situation: consuming RuleContext, under policy: Policy, among experiments: [Experiment]
  ) -> [Enrolment] {
    var (rest, found) = (experiments[...], [Enrolment]())
    for (index, rule) in policy.rules.enumerated() {
      situation.turn(to: rule, at: index)
      if let experiment = rest.first, experiment.index == index {
        rest = rest.dropFirst()
        if experiment.isOpen(in: situation) { found.append(experiment.enrolment(in: situation)) }
      }
      if rest.isEmpty || rule.endsSearch(in: situation) { break }
    }
    return found
  }
}

extension Experiment {
  /// The tests whose answer neither an earlier prompt nor chance decides. A text is looked for in all variants.
  private static let asked = RuleTest.allCases.filter { $0 != .holdout && $0 != .text && !$0.readsShowings }

  fileprivate func isOpen(in situation: borrowing RuleContext) -> Bool {
    // No holdout holds back a force.
    if holdout != nil, situation.kind.isBlocking { return false }
    // Who another holdout holds back is in neither group.
    if let other, situation.number(of: other.draw) < other.share { return false }
    return situation.hasAnyText && Self.asked.allSatisfy { rule.passes($0, in: situation) }
  }

  fileprivate func enrolment(in situation: borrowing RuleContext) -> Enrolment {
    let variant = variants.isEmpty ? nil : situation.variantIndex(of: rule)
    return Enrolment(
      index: index, isHeldOut: holdout.map { situation.number(of: $0.draw) < $0.share },
      variant: variant.map { rule.pacing.variants[$0].id }, hasSeenIt: situation.wasShownForTarget(rule))
  }
}

extension Rule {
  /// True if no later rule can be shown, in whatever group the installation is.
  fileprivate func endsSearch(in situation: borrowing RuleContext) -> Bool {
    if situation.kind.isBlocking, firstFailure(in: situation) == nil { return true }
    return closes(in: situation)
  }
}

/// A rule of a policy that some installations see and others do not, or that they see with other texts, by chance.
///
/// Chance makes groups that are alike before the rule asks, so a difference between them is the rule's effect.
package struct Experiment: Sendable {
  /// The rule's place among the policy's rules.
  package let index: Int
  /// The rule.
  package let rule: Rule
  /// The holdout that the rule takes part in, its own rather than the document's; nil for a rule without one, and for a
  /// rule with a deadline, which is never held back; nil where it holds out all installations or none.
  package let holdout: Holdout?
  /// The document's holdout, where the rule has one of its own that is compared.
  let other: Holdout?

  /// The variants of the rule's texts; empty for a rule with fewer than two that some installation draws.
  package let variants: [RuleVariant]

  /// Nil for a rule that is the same for all installations.
  fileprivate init?(_ rule: Rule, at index: Int) {
    self.index = index
    self.rule = rule
    let isAsked = RuleTest.holdout.isAsked(by: rule)
    let (own, shared) = isAsked ? (rule.pacing.holdout, rule.pacing.attention?.holdout) : (nil, nil)
    holdout = (own ?? shared).flatMap { (1..<10_000).contains($0.share) ? $0 : nil }
    other = own == nil || holdout == nil ? nil : shared
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
