/// The reason why a test that a rule passes compared nothing.
package enum TestSilence: Hashable, Sendable {
  /// The rule does not set what is tested.
  case notSet
  /// A force or an exit is never skipped, counted or spaced.
  case blocking(PromptKind)
  /// The user asked for the check.
  case manual
  /// A critical update is offered though it was skipped.
  case critical
  /// The last phase of a rollout has begun.
  case everyone
  /// There was no earlier skip or showing.
  case nothingBefore(RuleTest)

  init(of test: RuleTest, for rule: Rule, in situation: borrowing RuleContext) {
    guard case .limit(let isSet) = test.check.role(in: rule) else {
      let isPhased = test == .rollout && rule.phases != nil
      self = !isPhased ? .notSet : situation.isManual ? .manual : situation.isCritical ? .critical : .everyone
      return
    }
    if situation.kind.isBlocking, isSet || test == .skipped {
      // A skip is looked for where there was one, also in a rule that became a force since.
      self = .blocking(situation.kind)
    } else if !isSet {
      self = .notSet
    } else if situation.isManual {
      self = .manual
    } else {
      self = test == .skipped && situation.isCritical ? .critical : .nothingBefore(test)
    }
  }

  /// The reason, as it stands after the name of the test.
  package var words: String {
    switch self {
    case .notSet: "not set"
    case .blocking(let kind): "not asked of kind \(kind.rawValue)"
    case .manual: "lifted: the user asked for the check"
    case .critical: "lifted: the update is critical for the installed version"
    case .everyone: "rolled out to all by now"
    case .nothingBefore(let test): test == .skipped ? "never skipped" : "never shown"
    }
  }
}
