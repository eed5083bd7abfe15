/// A share of the installations sees nothing optional, so that the others can be compared with it.
///
/// A rule with a deadline is shown all the same: nobody is forced without a warning.
enum HoldoutTest: PolicyTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, rule.pacing.deadline == nil, !situation.isLifted else { return true }
    var passed = true
    if let draw = situation.attention?.holdoutDraw, let holdout = situation.verdicts.prepared.holdout {
      passed = isIn(holdout, draw, key: nil, rootKey: key, &witness)
    }
    if let own = rule.pacing.holdout {
      passed = isIn(own, situation.number(of: own.draw), key: key, &witness) && passed
    }
    return passed
  }

  private static func isIn<W: Witness>(
    _ holdout: Holdout, _ draw: Int, key: String?, rootKey: String? = nil, _ witness: inout W
  ) -> Bool {
    let passed = draw >= holdout.share
    witness.record(
      Comparison(
        "draw of this installation for \(holdout.id)", found: Rule.percent(draw),
        wanted: "from \(Rule.percent(holdout.share)) on", passed: passed, key: key, rootKey: rootKey, basis: .source,
        numbers: .share(found: draw, wanted: holdout.share)))
    return passed
  }

  private static let key = "/holdout"

  /// The holdouts that the rule takes part in, the document's first; empty for a rule with a deadline.
  private static func holdouts(of rule: Rule) -> [Holdout] {
    rule.pacing.deadline == nil ? [rule.pacing.attention?.holdout, rule.pacing.holdout].compactMap(\.self) : []
  }

  static func isAsked(by rule: Rule) -> Bool { !rule.kind.isBlocking && !holdouts(of: rule).isEmpty }

  static func inputs(of rule: Rule) -> [Input] { isAsked(by: rule) ? [.holdout, .trigger] : [] }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .source }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    wanted ? holdouts(of: rule).filter { $0.share < 10_000 }.map { .notHeldOut($0.draw.name) } : []
  }

  static var documentKeys: [String] { ["holdout"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.pacing.holdout.map { [(key, "\($0.id), \(Rule.percent($0.share))")] } ?? []
  }

  /// A holdout for all rules keeps a later rule back too, unless that rule is exempt.
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    guard isAsked(by: rule) else { return nil }
    let isAlone = rule.pacing.holdout != nil || later.mayPassSharedLimits || later.pacing.deadline != nil
    return isAlone ? Gap(words: "where the first is held out") : nil
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let holdout = comparison.key == key ? rule.pacing.holdout : rule.pacing.attention?.holdout
    return
      "is not shown to the \(Rule.percent(holdout?.share ?? 0)) of installations that \(holdout?.id.string.shown ?? "") "
      + "holds out, and this is one of them (its draw is \(comparison.found.shown))"
  }

  static var shortFailure: String { "held out" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The installation is one of those that see no optional prompts.",
      when:
        "Its draw for the policy's `holdout`, or for the rule's own, is below `percent`. Forces, exits and rules with a "
        + "deadline pass.",
      fix: "Nothing: the others are compared with it. Lower `percent`, or remove `holdout`, to end the experiment.")
  }
}
