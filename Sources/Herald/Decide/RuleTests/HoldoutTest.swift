/// A share of the installations sees nothing optional, so that the others can be compared with it.
///
/// A rule with a deadline is shown all the same: nobody is forced without a warning.
enum HoldoutTest: PolicyTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, !situation.isManual, rule.pacing.deadline == nil,
      let draw = situation.attention?.holdoutDraw, let share = situation.verdicts.prepared.holdout?.share
    else { return true }
    let passed = draw >= share
    witness.record(
      Comparison(
        "draw of this installation for \(situation.verdicts.prepared.holdout?.id ?? "")", found: Rule.percent(draw),
        wanted: "from \(Rule.percent(share)) on", passed: passed, basis: .source,
        numbers: .share(found: draw, wanted: share)))
    return passed
  }

  /// The holdout that the rule takes part in; nil for a rule with a deadline.
  private static func holdout(of rule: Rule) -> Holdout? {
    rule.pacing.deadline == nil ? rule.pacing.attention?.holdout : nil
  }

  static func isAsked(by rule: Rule) -> Bool { holdout(of: rule) != nil && !rule.kind.isBlocking }

  static func inputs(of rule: Rule) -> [Input] { isAsked(by: rule) ? [.holdout, .trigger] : [] }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .source }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    guard wanted, let holdout = holdout(of: rule), holdout.share < 10_000 else { return [] }
    return [.notHeldOut(holdout.draw.name)]
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let holdout = rule.pacing.attention?.holdout
    return
      "is not shown to the \(Rule.percent(holdout?.share ?? 0)) of installations that \(holdout?.id.string.shown ?? "") "
      + "holds out, and this is one of them (its draw is \(comparison.found.shown))"
  }

  static var shortFailure: String { "held out" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The installation is one of those that see no optional prompts.",
      when: "Its draw for the policy's `holdout` is below `percent`. Forces, exits and rules with a deadline pass.",
      fix: "Nothing: the others are compared with it. Lower `percent`, or remove `holdout`, to end the experiment.")
  }
}
