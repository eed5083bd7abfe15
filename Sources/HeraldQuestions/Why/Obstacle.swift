public import Herald

/// A reason why a rule is not shown.
public enum Obstacle: Sendable {
  /// The decision ends before any rule is tested.
  case ended(DecisionReason)
  /// A latched push is shown instead of every rule.
  case latchedPush(Latch)
  /// An earlier rule passes every test and is shown instead.
  case earlierRule(ExplainedRule)
  /// An earlier rule is not shown, and ends the search: its document says that no later rule is tested.
  case closingRule(ExplainedRule)
  /// The rule fails a test.
  case failedTest(ExplainedTest)
  /// The policy in force has no such rule.
  case notInPolicy
  /// No push is latched; an obstacle of ``Prompt/pushRule`` only.
  case noLatch
  /// The latched push waits for another trigger; an obstacle of ``Prompt/pushRule`` only.
  case latchWaits

  /// True if the rule is in no policy in force, so that no device could see it.
  package var isUnknownRule: Bool {
    switch self {
    case .notInPolicy, .ended(.noPolicy): true
    case .ended, .latchedPush, .earlierRule, .closingRule, .failedTest, .noLatch, .latchWaits: false
    }
  }

  /// A stable code: the reason of a decision, the test of a rule, or a ``Word``.
  public var code: String {
    switch self {
    case .ended(let reason): reason.rawValue
    case .failedTest(let test): test.test.rawValue
    case .latchedPush: Word.latchedPush.rawValue
    case .earlierRule: Word.earlierRule.rawValue
    case .closingRule: Word.closingRule.rawValue
    case .notInPolicy: Word.notInPolicy.rawValue
    case .noLatch: Word.noLatch.rawValue
    case .latchWaits: Word.latchWaits.rawValue
    }
  }

  /// The codes that are neither reasons nor tests.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    case latchedPush, earlierRule, closingRule, notInPolicy, noLatch, latchWaits
  }
}

/// Explains the obstacles that are neither a reason of a decision nor a test of a rule.
extension Obstacle.Word: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "obstacle (`herald why --not`)"

  /// The meaning of the obstacle, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .latchedPush:
      CodeExplanation(
        "A push asked for an update and is shown in the place of every rule.",
        when: "It is latched, and the trigger is one at which it is shown.",
        fix: "Nothing: it goes when the version that it asks for is launched.")
    case .earlierRule:
      CodeExplanation(
        "A rule that stands before passes every test and is shown instead.",
        when: "The first rule that passes is shown, and no other.",
        fix: "Put the rule that matters more first, or narrow the other's filters.")
    case .closingRule:
      CodeExplanation(
        "A rule that stands before ends the search, although it is not shown.",
        when:
          "Its document's format says so: the first entry that a device meets, or its newest release, is the last one.",
        fix: "Put the entry that matters more first, or narrow the other's requirements.")
    case .notInPolicy:
      CodeExplanation(
        "The policy in force has no rule with this id.",
        when: "The id is misspelt, the rule was left out as invalid, or it is in another document.",
        fix: "Use one of the ids that are listed; `herald lint` says why a rule is left out.")
    case .noLatch:
      CodeExplanation(
        "No push waits to be shown.",
        when: "None came, it was ignored, or its version is installed. Asked of the rule `push` alone.",
        fix: "Look at the pushes and at `ignoredPushes` with `herald replay --states`.")
    case .latchWaits:
      CodeExplanation(
        "A push is latched and waits for its moment.",
        when: "The trigger is one at which it is not shown. Asked of the rule `push` alone.",
        fix: "Wait for a launch, a login, an operation or a manual check, or set `pushOnForeground`.")
    }
  }
}
