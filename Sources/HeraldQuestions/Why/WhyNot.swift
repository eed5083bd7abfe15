public import Herald

/// The reasons why a rule was not shown: every obstacle, and the smallest change with which it would have been.

///
/// ```swift
/// let whyNot = WhyNot("update:7", question, in: state)
/// print(whyNot.obstacles.map(\.code))
/// print(whyNot.smallest.sets)
/// ```
public struct WhyNot: Sendable {
  /// The wanted rule's id; ``Prompt/pushRule`` for a latched push.
  public let rule: ExactString
  /// The actual decision.
  public let decision: Decision
  /// Every obstacle, in the order in which a decision meets them; empty if the rule is shown.
  public let obstacles: [Obstacle]
  /// The rule with every test; nil if the policy in force has no such rule.
  public let explained: ExplainedRule?
  /// The time from which the rule's own tests pass; nil where waiting alone never makes them pass.
  public let due: DueTime?
  /// The times at which its tests begin or cease to pass; nil where the policy in force has no such rule.
  let waiting: Waiting?
  /// The smallest changes with which the rule would have been shown.
  public let smallest: SmallestChange

  /// Explains why ``Decider/decide(_:in:)`` does not show a rule.
  ///
  /// - Parameters:
  ///   - rule: the rule's id.
  ///   - question: the question.
  ///   - state: the state after the event that asked.
  ///   - limits: the limits of the search for the smallest change.
  public init(
    _ rule: ExactString, _ question: Question, in state: InstallationState,
    limits: SmallestChange.Limits = SmallestChange.Limits()
  ) {
    self.rule = rule
    let start = Hypothesis(question, in: state)
    decision = start.decision
    let endings = Self.endings(before: rule, from: start)
    if rule == Prompt.pushRule {
      explained = nil
      obstacles = endings + Self.obstacles(toPushIn: start)
    } else {
      let rules = start.explained(upTo: rule)
      explained = rules.last.flatMap { $0.rule.id == rule ? $0 : nil }
      obstacles = endings + Self.obstacles(rules, explained, under: state.policy)
    }
    due = explained.flatMap { DueTime($0, from: start) }
    waiting = explained.flatMap { $0.failed == nil ? nil : Waiting($0, from: start) }
    smallest = SmallestChange(toShow: rule, from: start, limits: limits)
  }

  /// The reasons that end the decision before any rule. Each is lifted, and the rest decided again.
  private static func endings(before rule: ExactString, from start: Hypothesis) -> [Obstacle] {
    var (hypothesis, obstacles) = (start, [Obstacle]())
    // Each reason occurs at most once. A latch is lifted too. A missing policy ends the search.
    for _ in 0...DecisionReason.allCases.count {
      let decision = hypothesis.decision
      switch decision.reason {
      case .shown where decision.considered.isEmpty:
        guard rule != Prompt.pushRule, let latch = hypothesis.state.latch else { return obstacles }
        obstacles.append(.latchedPush(latch))
        hypothesis.apply(.noLatch)
        continue
      case .shown, .noRule: return obstacles
      case .noPolicy, .otherPackage: if rule == Prompt.pushRule { return obstacles }
      case .notLaunched, .alreadyVisible, .silent, .busy, .underReview: break
      }
      obstacles.append(.ended(decision.reason))
      guard let change = liftingChange(decision.reason) else { return obstacles }
      hypothesis.apply(change)
    }
    return obstacles
  }

  /// The change that lifts one reason and nothing else; nil if nothing follows it.
  private static func liftingChange(_ reason: DecisionReason) -> Change? {
    switch reason {
    case .notLaunched: .launched
    case .alreadyVisible: .nothingVisible
    // A latched push is not shown on schedule either, so this lifts nothing else.
    case .silent: .trigger(.schedule)
    case .busy: .notBusy
    case .underReview: .withoutReview
    case .otherPackage: .packageName(nil)
    case .shown, .noPolicy, .noRule: nil
    }
  }

  private static func obstacles(toPushIn start: Hypothesis) -> [Obstacle] {
    guard start.state.latch != nil else { return [.noLatch] }
    return start.question.trigger.showsLatch(under: start.state.policy) ? [] : [.latchWaits]
  }

  private static func obstacles(
    _ rules: [ExplainedRule], _ explained: ExplainedRule?, under policy: Policy?
  ) -> [Obstacle] {
    guard let explained else { return policy == nil ? [] : [.notInPolicy] }
    return rules.dropLast().compactMap { $0.failed == nil ? .earlierRule($0) : $0.closes ? .closingRule($0) : nil }
      + explained.tests.filter { !$0.passed }.map { .failedTest($0) }
  }
}

/// The time at which a rule itself becomes due, whatever stands before it.

public struct DueTime: Hashable, Sendable {
  /// The first moment at which all of the rule's tests pass; the moment of the question where they pass already.
  public let from: Timestamp
  /// The trigger at which they pass: the question's own, or another for a rule that is not shown at it: a launch, or
  /// the first trigger that the rule names.
  public let trigger: Trigger
  /// The operation that has to begin; nil for any other trigger.
  public let operation: ExactString?
  /// True if the rule is then shown, because nothing stands before it.
  public let isShown: Bool

  /// Runs the rule's tests again at every instant at which a test may change, in order.
  ///
  /// - Returns: nil where time alone does not make them pass.
  init?(_ explained: ExplainedRule, from start: Hypothesis) {
    var later = start.atItsTrigger(explained)
    let now = start.question.now.moment
    let instants = [explained.rule].instants(for: later.question, in: start.state).filter { $0 > now }
    for moment in [now] + instants {
      later.set(moment)
      guard let rule = later.explained(explained.rule.id), rule.failed == nil else { continue }
      from = moment
      (trigger, operation) = (later.question.trigger, later.question.operation)
      isShown = later.decision.shows(explained.rule.id)
      return
    }
    return nil
  }
}

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
