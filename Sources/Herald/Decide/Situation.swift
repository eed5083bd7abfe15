/// The input of a rule's tests: the earlier showings, the question, and the verdicts on the device.
struct Situation {
  let records: ShowingRecords
  let question: Question
  let verdicts: DeviceVerdicts
  /// When the policy's signature expires; nil where it never does.
  let expires: Timestamp?
  /// The installation's draw for the policy's holdout, made once for all rules; nil where it was not made.
  let holdoutDraw: Int?
  /// The rule's index in the policy.
  private(set) var ruleIndex = 0
  /// The rule's kind on this installation at this moment.
  private(set) var kind = PromptKind.optional

  init(_ question: Question, in state: InstallationState, _ verdicts: DeviceVerdicts) {
    records = state.records
    expires = state.expires
    self.question = question
    self.verdicts = verdicts
    holdoutDraw = verdicts.holdout.map { $0.draw.number(of: state.profile, question.source) }
  }

  /// Turns to a rule of the policy.
  @inline(__always)
  mutating func turn(to rule: Rule, at index: Int) {
    ruleIndex = index
    kind = rule.mayRise ? standing(of: rule).kind : rule.kind
  }

  /// What the kind of the rule at ``ruleIndex`` is, and why.
  @inline(never)
  func standing(of rule: Rule) -> KindStanding { rule.standing(records[rule.id], verdict, at: question.now) }

  /// Milliseconds between two showings of the rule at ``ruleIndex``, by its deadline's reminders or its own.
  func period(of rule: Rule) -> Int64 {
    guard rule.mayRise, let deadline = rule.manners.deadline, !deadline.reminders.isEmpty else {
      return rule.displayPeriod
    }
    return standing(of: rule).deadline?.period(of: deadline, at: question.now.moment) ?? rule.displayPeriod
  }

  /// The texts that the rule at ``ruleIndex`` shows here; nil if it has none.
  func text(of rule: Rule) -> Descriptions.Choice? {
    guard let index = rule.variantIndex(of: verdicts.profile, question.source) else { return verdict.text }
    return verdict.variantTexts[index] ?? verdict.text
  }

  var properties: Properties { Properties(verdicts.profile, segments: verdicts.segments) }
  /// The verdict on the device by the rule at ``ruleIndex``.
  var verdict: RuleVerdict { verdicts.rules[ruleIndex] }
  /// Whether the user asked for the check, which suspends skips, counts and periods.
  var isManual: Bool { question.trigger == .manual }
}
