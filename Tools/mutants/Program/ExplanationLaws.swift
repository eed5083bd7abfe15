import Herald

/// The laws of an explanation, which says of a rule what deciding on it does not keep.
extension ExplainedRule {
  /// The first law that the explanation breaks; nil for none.
  func brokenLaw(at now: Timestamp, in state: InstallationState) -> String? {
    if tests.first(where: { !$0.passed })?.test != failed { return "the first test that fails is the reason" }
    if let deadline = standing?.deadline, deadline.due != deadline.first(at: now) {
      return "a rule is due by the first of its dates that is over"
    }
    for test in tests {
      if let law = brokenLaw(test, in: state) { return law }
    }
    return nil
  }

  private func brokenLaw(_ test: ExplainedTest, in state: InstallationState) -> String? {
    if test.test != .version, test.passed != test.comparisons.allSatisfy(\.passed) {
      return "a test passes where all its comparisons do"
    }
    if isUnset(test.test), test.silence != .notSet { return "a test of what is not set says so" }
    if state.records[rule.id] == nil, [.skipped, .caps, .period].contains(test.test), !test.comparisons.isEmpty {
      return "a rule that was never shown is compared with no showing"
    }
    switch test.test {
    case .trigger, .text:
      if test.comparisons.isEmpty { return "trigger and text are compared for every rule" }
      return test.comparisons.contains { $0.isOfForcedText } && !hasForcedText
        ? "only a rule that became a force or an exit is asked for a text of its own" : nil
    case .version:
      return test.comparisons.allSatisfy { $0.found == state.profile[ExactString($0.subject)]?.string }
        ? nil : "what the version was compared with is what the device has"
    case .period: return test.comparisons.contains { $0.waitsForNothing } ? "no length of 0 is waited for" : nil
    default: return nil
    }
  }

  /// True where the rule does not ask for a test that every explanation has.
  private func isUnset(_ test: RuleTest) -> Bool {
    switch test {
    case .version: if case .none = rule.condition { true } else { false }
    case .rollout: rule.rollout == 10_000 && rule.phases == nil
    case .count: rule.maxDisplayCount == nil
    case .period: rule.displayPeriod == 0 && rule.pacing.deadline == nil
    default: false
    }
  }

  private var hasForcedText: Bool {
    let blocking: Set<PromptKind> = [.force, .exit]
    return blocking.contains(kind) && !blocking.contains(rule.kind) && rule.pacing.forcedDescriptions != nil
  }
}

extension Comparison {
  fileprivate var isOfForcedText: Bool { key?.hasPrefix("/forcedDescriptions") ?? false }

  fileprivate var waitsForNothing: Bool {
    if case .milliseconds(_, wanted: 0) = numbers { true } else { false }
  }
}

extension DeadlineStanding {
  /// The way whose moment came first, of two at one moment the one that is written first; nil where none came.
  fileprivate func first(at now: Timestamp) -> Way? {
    let over = Way.allCases.filter { self[$0].map { $0 <= now } ?? false }
    return over.min { (self[$0] ?? now) < (self[$1] ?? now) }
  }
}
