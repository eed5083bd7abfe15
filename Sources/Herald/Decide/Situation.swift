/// The input of a rule's tests: the earlier showings, the question, and the verdicts on the device.
struct Situation {
  let records: ShowingRecords
  let question: Question
  let verdicts: DeviceVerdicts
  /// When the policy's signature expires; nil where it never does.
  let expires: Timestamp?
  /// The rule's index in the policy.
  var ruleIndex = 0

  init(_ question: Question, in state: InstallationState, _ verdicts: DeviceVerdicts) {
    records = state.records
    expires = state.expires
    self.question = question
    self.verdicts = verdicts
  }

  var properties: Properties { Properties(verdicts.profile) }
  /// The verdict on the device by the rule at ``ruleIndex``.
  var verdict: RuleVerdict { verdicts.rules[ruleIndex] }
  /// Whether the user asked for the check, which suspends skips, counts and periods.
  var isManual: Bool { question.trigger == .manual }
}
