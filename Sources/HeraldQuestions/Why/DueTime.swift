public import Herald

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
      let named = explained.rule.manners.triggers
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
