import Herald

/// The times at which waiting alone makes the tests of a rule pass, or fail for good.
struct Waiting {
  /// A test that waiting alone does not leave as it is.
  struct Turn {
    let test: RuleTest
    let moment: Timestamp
  }

  /// The tests that fail now and pass later, each with the first moment at which it does.
  private(set) var begins: [Turn] = []
  /// The tests that pass at some time from now on, and from a moment on never again.
  private(set) var ends: [Turn] = []

  /// Runs the rule's tests again at every instant at which a test may change, at a trigger at which it is shown.
  init(_ explained: ExplainedRule, from start: Hypothesis) {
    var later = start.atItsTrigger(explained)
    let now = start.question.now.moment
    let instants = [explained.rule].instants(for: later.question, in: start.state).filter { $0 > now }
    var first: [RuleTest: Timestamp] = [:]
    var last: [RuleTest: Timestamp] = [:]
    for moment in [now] + instants {
      later.set(moment)
      for test in later.explained(explained.rule.id)?.tests ?? [] {
        if test.passed {
          if first[test.test] == nil { first[test.test] = moment }
          last[test.test] = nil
        } else if last[test.test] == nil {
          last[test.test] = moment
        }
      }
    }
    for test in explained.tests {
      guard let passes = first[test.test] else { continue }
      if !test.passed, test.test != .trigger { begins.append(Turn(test: test.test, moment: passes)) }
      if let fails = last[test.test] { ends.append(Turn(test: test.test, moment: fails)) }
    }
  }

  /// True if no waiting makes a failed test pass. Another trigger comes by itself.
  func isLasting(_ test: RuleTest) -> Bool { test != .trigger && !begins.contains { $0.test == test } }
}

extension Hypothesis {
  /// The same question at a trigger at which the rule is shown: its own, or else a launch or the first trigger that the
  /// rule names.
  func atItsTrigger(_ explained: ExplainedRule) -> Hypothesis {
    guard explained.tests.contains(where: { $0.test == .trigger && !$0.passed }) else { return self }
    var asked = self
    let named = explained.rule.pacing.triggers
    asked.question.trigger = named.map { $0.triggers.first ?? .operation } ?? .launch
    asked.question.operation = named.flatMap { $0.triggers.isEmpty ? $0.operations.first : nil }
    return asked
  }
}

/// Parts the obstacles that waiting alone ends from the others.
extension WhyNot {
  /// True if no waiting ends an obstacle: something else has to change.
  func isLasting(_ obstacle: Obstacle) -> Bool {
    switch obstacle {
    case .ended(.noPolicy), .ended(.otherPackage), .ended(.underReview), .notInPolicy, .noLatch, .latchedPush: true
    case .ended, .latchWaits: false
    // Once it was shown, the rule after it may have its turn.
    case .earlierRule(let earlier):
      earlier.kind.isBlocking
        || !earlier.tests.contains { $0.test.role(in: earlier.rule) == .limit(isSet: true) }
    case .closingRule: true
    case .failedTest(let test): waiting?.isLasting(test.test) ?? true
    }
  }

  /// The obstacles in the order of their ends: first the ones that no waiting ends, then a review of the version, then the
  /// ones that time ends.
  var byLasting: [Obstacle] {
    let lasting = obstacles.filter(isLasting)
    return lasting.filter { !isReview($0) } + lasting.filter(isReview) + obstacles.filter { !isLasting($0) }
  }

  private func isReview(_ obstacle: Obstacle) -> Bool {
    if case .ended(.underReview) = obstacle { true } else { false }
  }
}

extension Waiting.Turn {
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("test", word: test)
      $0.member("from", moment)
    }
  }

  /// The beginning of a clause that ends with a time.
  func words(begins: Bool) -> String {
    switch test {
    case .budget: begins ? "the budget is free from" : "the budget is full from"
    case .caps: begins ? "its own limit is free from" : "its own limit is full from"
    case .period: begins ? "its period is over at" : "its period runs from"
    case .window: begins ? "its dates begin at" : "its dates end at"
    case .quietHours: begins ? "the quiet hours end at" : "quiet hours begin at"
    case .age: begins ? "its release is old enough from" : "its release is too young from"
    case .rollout: begins ? "its rollout reaches this installation at" : "its rollout leaves this installation at"
    case .fresh: begins ? "the policy is valid from" : "the policy expires at"
    case .trigger, .filters, .segments, .version, .change, .holdout, .skipped, .count, .installed, .text:
      "its test `\(test.rawValue)` \(begins ? "passes" : "fails") from"
    }
  }
}
