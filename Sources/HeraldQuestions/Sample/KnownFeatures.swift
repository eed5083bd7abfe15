import Herald

/// The features that are known beforehand, so that an answer can name those that no log has.
extension ProductionFeature {
  /// The outcomes of events whose words are a closed list, and the features that come without an event.
  static let known: [ProductionFeature] =
    EventType.allCases.flatMap { type in
      outcomes(of: type).map { ProductionFeature.event(ExactString(type.rawValue), $0) }
    }
    + [.clockBack, .gap] + LatchStep.allCases.map { .latch($0) }

  /// The tests that the rules of a policy set, passed and failed.
  static func known(of policy: Policy) -> [ProductionFeature] {
    policy.rules.flatMap { rule in
      RuleTest.allCases.filter(rule.sets).flatMap { test in
        [false, true].map { ProductionFeature.rule(rule.id, test, passed: $0) }
      }
    }
  }

  private static func outcomes(of type: EventType) -> [ExactString] {
    switch type {
    case .appLaunched, .appBackgrounded, .operationAttempted: ["happened"]
    case .appForegrounded: ["busy", "free"]
    case .userChanged: ["signedIn", "signedOut"]
    case .fetchSucceeded: ["accepted", "notModified", "refused"]
    // Any word may say why a fetch failed.
    case .fetchFailed: []
    case .promptShown: ["justified", "toldAgain", "unjustified"]
    case .buttonChosen: ["counted", "stray"]
    case .pushReceived: ["ignored", "latched"]
    }
  }
}

extension Rule {
  /// True for a test that the rule's own settings let a device fail.
  fileprivate func sets(_ test: RuleTest) -> Bool {
    switch test {
    case .filters: !filters.isEmpty
    case .version: targetVersion != nil || targetVersionCode != nil
    case .rollout: rollout < 10_000 || phases != nil
    case .window: displayAfter != nil || displayBefore != nil
    case .skipped: isSkippable
    case .count: maxDisplayCount != nil
    case .period: displayPeriod > 0
    // These rest on more than the rule: on the document's age, the question, the languages.
    case .fresh, .trigger, .text, .installed: false
    case .segments, .change, .age, .holdout, .quietHours, .caps, .budget: test.isAsked(by: self)
    }
  }
}
