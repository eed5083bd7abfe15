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
  package func forEachConsidered(_ body: (_ index: Int, _ failed: Int?) -> Void) {
    for index in 0..<failures.count {
      let code = failures.code(index)
      body(index, code == 0 ? nil : code - 1)
    }
  }

  /// True if the other decision looked at the same rules of the same document, and each failed the same test.
  package func looksAtTheSame(as other: Decision) -> Bool {
    policy?.shared === other.policy?.shared && failures == other.failures
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

  /// True if both tested the same rules with the same results.
  package func considersTheSame(as other: Decision) -> Bool {
    guard failures == other.failures else { return false }
    guard policy?.digest != other.policy?.digest else { return true }
    return zip(policy?.rules ?? [], other.policy?.rules ?? []).prefix(failures.count).allSatisfy { $0.id == $1.id }
  }

  /// True if the user sees the same.
  package func showsTheSame(as other: Decision) -> Bool { reason == other.reason && prompt == other.prompt }

}

/// The meaning of each reason.
extension DecisionReason: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "reason of a decision"

  /// The meaning of the reason, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .shown:
      CodeExplanation(
        "A prompt is shown.",
        when: "A rule passes every test, or a latched push is due.",
        fix: "Nothing; `herald why` says why this one.")
    case .notLaunched:
      CodeExplanation(
        "Nothing is known of the app yet.",
        when: "Something asks before the first `app.launched`.",
        fix: "Record the launch before the first fetch.")
    case .alreadyVisible:
      CodeExplanation(
        "A prompt is on the screen, and nothing is shown over it.",
        when: "A `prompt.shown` was neither answered nor followed by a launch.",
        fix: "Record `button.chosen` with the id of the showing when the user answers.")
    case .silent:
      CodeExplanation(
        "A heartbeat never interrupts.",
        when: "The trigger is `heartbeat`.",
        fix: "Nothing; the prompt comes with another trigger.")
    case .busy:
      CodeExplanation(
        "The user came back in the middle of something.",
        when: "An `app.foregrounded` has `busy` true.",
        fix: "Nothing; it is asked again at the next return.")
    case .underReview:
      CodeExplanation(
        "The policy says that this version is under review, and nothing is shown to it.",
        when: "`reviewVersions` matches `appVersionName`.",
        fix: "Take the version out once the store has let it pass.")
    case .noPolicy:
      CodeExplanation(
        "No policy was ever accepted.",
        when: "No fetch brought a document that could be read.",
        fix: "Look at the fetches and the refused documents with `herald replay`.")
    case .otherPackage:
      CodeExplanation(
        "The policy in force is another app's.",
        when: "`packageName` is not the property `appPackageName`, which a launch may have changed.",
        fix: "Publish the app's own policy at this address.")
    case .noRule:
      CodeExplanation(
        "No rule passes all its tests.",
        when: "Each rule fails a test, or there are none.",
        fix: "`herald why --not RULE` says what would have to be different.")
    }
  }
}

/// The reason why a decision ended where it did, in words.
extension Decision {
  /// The reason why nothing is shown, as the end of a sentence.
  package var silence: String {
    reason == .noRule && failures.isEmpty ? "the policy has no rule" : reason.words
  }
}

extension DecisionReason {
  /// The reason as the end of a sentence.
  package var words: String {
    switch self {
    case .shown: "shown"
    case .notLaunched: "the app had not been launched yet"
    case .alreadyVisible: "a prompt was on the screen already"
    case .silent: "a heartbeat never interrupts the user"
    case .busy: "the user was in the middle of something"
    case .underReview: "this version is under review"
    case .noPolicy: "no policy was in force"
    case .otherPackage: "the policy is for another app"
    case .noRule: "no rule applies"
    }
  }
}

/// A decision as one line of JSON, for `herald replay --decisions --format json` and for expectations.
extension Decision {
  /// Appends the decision's object; times are in UTC to the millisecond.
  package func write(into output: inout JSONWriter) {
    output.object { output in
      writeHead(into: &output)
      output.member("rules", considered) { output, considered in
        output.object {
          $0.member("rule", considered.rule.id)
          $0.member("failed", word: considered.failed)
        }
      }
    }
  }

  /// Appends the members that come before the rules, to an object that the caller has begun.
  package func writeHead(into output: inout JSONWriter) {
    output.member("source", question.source)
    output.member("revision", revision)
    output.member("time", question.now.moment)
    output.member("trigger", word: question.trigger)
    output.member("reason", word: reason)
    output.member("show") { output in
      if let prompt { prompt.write(into: &output) } else { output.null() }
    }
  }
}

extension Prompt {
  /// Appends the prompt's object, without its texts.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("kind", word: kind)
      if let variant { $0.member("variant", variant) }
      $0.member("language", language)
      $0.member("destination", destination)
      $0.member("buttons", buttons) { $0.word($1) }
    }
  }
}
