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
