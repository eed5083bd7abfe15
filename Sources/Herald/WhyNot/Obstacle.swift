/// What stands between a rule and the screen.
public enum Obstacle: Sendable {
  /// What ends a decision before any rule is looked at.
  case ended(DecisionReason)
  /// A push is latched, and shown in the place of every rule.
  case latchedPush(Latch)
  /// A rule that stands before and passes every test, and is shown in its place.
  case earlierRule(ExplainedRule)
  /// A test that the rule fails, with all that it compared.
  case failedTest(ExplainedTest)
  /// The policy in force has no such rule.
  case notInPolicy
  /// No push asked for an update that is still missing: asked of the rule ``Prompt/pushRule`` alone.
  case noLatch
  /// A push is latched and waits for another trigger: asked of the rule ``Prompt/pushRule`` alone.
  case latchWaits

  /// Stable and searchable: a reason of a decision, a test of a rule, or a word of this list.
  public var code: String {
    switch self {
    case .ended(let reason): reason.rawValue
    case .failedTest(let test): test.test.rawValue
    case .latchedPush: Word.latchedPush.rawValue
    case .earlierRule: Word.earlierRule.rawValue
    case .notInPolicy: Word.notInPolicy.rawValue
    case .noLatch: Word.noLatch.rawValue
    case .latchWaits: Word.latchWaits.rawValue
    }
  }

  /// The codes that are neither reasons nor tests.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    case latchedPush, earlierRule, notInPolicy, noLatch, latchWaits
  }
}
