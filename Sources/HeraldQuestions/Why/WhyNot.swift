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
    var later = start
    if explained.tests.contains(where: { $0.test == .trigger && !$0.passed }) {
      let named = explained.rule.pacing.triggers
      later.question.trigger = named.map { $0.triggers.first ?? .operation } ?? .launch
      later.question.operation = named.flatMap { $0.triggers.isEmpty ? $0.operations.first : nil }
    }
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
