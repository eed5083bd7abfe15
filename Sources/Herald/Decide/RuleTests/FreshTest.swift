/// An optional update or a message is not shown after the policy's signature expired.
///
/// Somebody who keeps newer policies back must not silence a force or an exit, and stale chatter is worth nothing.
enum FreshTest: PolicyTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    guard !situation.kind.isBlocking, let expires = situation.expires else { return true }
    let now = situation.question.now.moment
    let passed = now <= expires
    witness.record(
      Comparison(
        "time", found: now.description, wanted: "until \(expires)",
        passed: passed, basis: .question))
    return passed
  }

  /// None, because the test looks at no key of the rule, and no other rule passes when this one fails by it.
  static func inputs(of rule: Rule) -> [Input] { [] }
  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input] { [.time, .signature] }

  /// The first millisecond after the expiry.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] {
    guard !rule.kind.isBlocking, let expires = state.expires else { return [] }
    return [Timestamp(milliseconds: expires.milliseconds + 1)]
  }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .time }

  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is not shown any more: the policy was signed \(comparison.wanted.shown), and it was \(comparison.found.shown)"
  }

  static var shortFailure: String { "policy expired" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The signature of the policy in force has expired.",
      when: "`expires:` of its trusted comment is over. Only optional updates and messages fail it.",
      fix: "Sign the policy again with `herald sign --expires`, and see why no newer one arrived.")
  }
}

extension InstallationState {
  /// The expiry of the signature of the policy in force; nil where it never expires, and for an app that trusts no
  /// keys.
  package var expires: Timestamp? {
    trust == nil ? nil : accepted?.signature?.promises.expires
  }
}
