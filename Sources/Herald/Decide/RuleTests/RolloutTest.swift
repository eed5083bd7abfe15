/// A rule is shown to a share of the installations.
///
/// Rule and installation draw a number once and for all, so raising the share only adds installations.
enum RolloutTest: RuleTestDefinition {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    let phase = situation.isLifted ? nil : rule.phases?.share(at: situation.question.now)
    let share = min(rule.rollout, phase ?? 10_000)
    guard share < 10_000 else { return true }
    let draw = situation.number(of: .rollout(rule: rule.id))
    let passed = draw < share
    witness.record(
      Comparison(
        "draw of this installation", found: Rule.percent(draw), wanted: "below \(Rule.percent(share))",
        passed: passed, key: share < rule.rollout ? "/phasedRollout" : "/rollout", basis: .source,
        numbers: .share(found: draw, wanted: share)))
    return passed
  }

  static func inputs(of rule: Rule) -> [Input] { (rule.phases == nil ? [] : [.time, .trigger]) + [.rule(rule.id)] }
  /// A phased rollout counts as it is at the moment that is looked at.
  static var asksDeviceAlone: Bool { true }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    rule.phases?.instants(offsetMinutes: question.now.offsetMinutes) ?? []
  }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .source }

  /// The lowest share that includes this installation.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] {
    wanted ? [.rollout(rule.id, Draw.rollout(rule: rule.id).number(of: question.source, unless: state.draws) + 1)] : []
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    if rule.rollout == 0 { return Gap(words: "as soon as the first is rolled out to any") }
    return rule.rollout < 10_000 || rule.phases != nil ? Gap(words: "and the first is rolled out to part of them") : nil
  }

  static var documentKeys: [String] { ["rollout", "phasedRollout"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    (rule.rollout == 10_000 ? [] : [("/rollout", Rule.percent(rule.rollout))])
      + (rule.phases.map { [("/phasedRollout", words(of: $0))] } ?? [])
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  private static func words(of phases: RolloutPhases) -> String {
    phases.steps.map(Rule.percent).joined(separator: ", ")
      + (phases.steps.count == 1 ? "" : ", each for \(LengthOfTime.words(phases.interval))") + ", from "
      + phases.startAt.text + (phases.pausedAt.map { ", paused at \($0.text)" } ?? "")
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is rolled out to \(share(comparison, of: rule)), and this one is reached above \(comparison.found.shown)"
  }

  /// The share that counted, of a phase or the rule's own.
  private static func share(_ comparison: Comparison, of rule: Rule) -> String {
    guard case .share(_, let wanted) = comparison.numbers else {
      return "\(Rule.percent(rule.rollout)) of installations"
    }
    return "\(Rule.percent(wanted)) of installations" + (wanted < rule.rollout ? " so far" : "")
  }

  static var shortFailure: String { "not rolled out here" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The installation is not among those that the rule is rolled out to.",
      when:
        "Its draw, made once from the rule's id and its own name, is not below `rollout` or the phase of a rollout.",
      fix: "Raise `rollout`, or wait for the next step of `phasedRollout`: both only add installations.")
  }
}
