/// The answer to a question: what to show, or nothing, always with the reasons.
///
/// ```swift
/// let decision = decider.decide(question, in: state)
/// print(decision.reason)
/// for considered in decision.considered { print(considered.rule.id, considered.failed?.rawValue ?? "shown") }
/// ```
public struct Decision: Sendable {
  /// The question.
  public let question: Question
  /// The revision of the event that asked.
  public let revision: Int
  /// The reason why the decision ended here.
  public let reason: DecisionReason
  /// The prompt to show; nil unless ``reason`` is ``DecisionReason/shown``.
  public let prompt: Prompt?
  /// The rules that were tested, in order; empty if the decision ended before them.
  public var considered: [ConsideredRule] {
    zip(policy?.rules ?? [], failures).map { ConsideredRule(rule: $0, failed: $1) }
  }

  /// Calls a closure for each considered rule, without making an array of them.
  ///
  /// - Parameter body: takes the rule's index in the policy, and the index in `RuleTest.allCases` of the test that it
  ///   failed; nil for the rule that is shown.
  @inline(__always)
  package func forEachConsidered(_ body: (_ index: Int, _ failed: Int?) -> Void) {
    for index in 0..<failures.count {
      let code = failures.code(index)
      body(index, code == 0 ? nil : code - 1)
    }
  }

  let policy: Policy?
  /// For each considered rule, the test that it failed.
  let failures: Failures

  init(
    _ question: Question, revision: Int, reason: DecisionReason, prompt: Prompt? = nil, policy: Policy? = nil,
    failures: Failures = Failures()
  ) {
    self.question = question
    self.revision = revision
    self.reason = reason
    self.prompt = prompt
    self.policy = policy
    self.failures = failures
  }
}

/// A rule that a decision tested.
public struct ConsideredRule: Sendable {
  /// The rule.
  public let rule: Rule
  /// The first test that the rule failed; nil for the rule that is shown.
  public let failed: RuleTest?
}

/// The reason why a decision ended where it did.
public enum DecisionReason: String, Hashable, Sendable, CaseIterable {
  /// A prompt is shown.
  case shown
  /// No launch yet: nothing is known of the app.
  case notLaunched
  /// A prompt is on the screen.
  case alreadyVisible
  /// A heartbeat never interrupts.
  case silent
  /// The user came back in the middle of something.
  case busy
  /// According to the policy, this version is under review.
  case underReview
  /// No policy was ever accepted.
  case noPolicy
  /// The policy is another app's.
  case otherPackage
  /// No rule passed all its tests.
  case noRule
}

extension Decision: Equatable {
  /// Policies are compared by their digests.
  public static func == (left: Self, right: Self) -> Bool {
    left.question == right.question && left.revision == right.revision && left.reason == right.reason
      && left.prompt == right.prompt && left.failures == right.failures
      && left.policy?.digest == right.policy?.digest
  }

  /// True if both give the same answer for the same reasons, whatever the installation and the time.
  ///
  /// - Parameter leadsTheSame: compares two destinations.
  package func agrees(
    with other: Decision, _ leadsTheSame: (_ own: ExactString?, _ other: ExactString?) -> Bool
  ) -> Bool {
    guard question.trigger == other.question.trigger, question.isBusy == other.question.isBusy,
      revision == other.revision, reason == other.reason, failures == other.failures,
      policy?.digest == other.policy?.digest
    else { return false }
    guard let prompt, let others = other.prompt else { return prompt == nil && other.prompt == nil }
    return prompt.isSame(as: others) && leadsTheSame(prompt.destination, others.destination)
  }

  /// True if the user sees the same.
  package func showsTheSame(as other: Decision) -> Bool { reason == other.reason && prompt == other.prompt }

}
