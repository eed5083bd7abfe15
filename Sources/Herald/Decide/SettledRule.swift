/// The result of a rule on a device that is known before any decision: the test that it fails at a trigger, whatever
/// the state.
///
/// Most rules of a policy are for other devices, or not asked at this trigger. Testing them again for each question took
/// about half of a decision. Bench row 2b.
struct SettledRule: Sendable {
  /// The triggers at which the rule may be asked.
  private let askedAt: PromptKind.Triggers
  /// The index of the device's test that the rule fails at all of them; nil where a decision has to test the rule.
  private let failure: UInt8?
  /// The index of the test that the rule fails at other triggers. Kept, because reading a global takes a call.
  private let failureElsewhere: UInt8

  /// Every decision has to test the rule.
  private static let open = SettledRule(askedAt: .all, failure: nil)

  private init(askedAt: PromptKind.Triggers, failure: UInt8?) {
    (self.askedAt, self.failure) = (askedAt, failure)
    failureElsewhere = UInt8(truncatingIfNeeded: RuleTests.trigger)
  }

  /// - Parameter failed: the tests of the device that the rule fails.
  init(_ rule: Rule, failing failed: RuleTestSet) {
    // Whether a closing rule is the last one follows from its tests, so they have to run.
    guard rule.closing == nil else {
      self = .open
      return
    }
    let asksTheSame = !rule.mayRise && rule.pacing.triggers == nil
    self.init(
      askedAt: rule.triggersEver,
      failure: asksTheSame && failed.first < RuleTests.firstOfState ? UInt8(truncatingIfNeeded: failed.first) : nil)
  }

  /// The index in ``RuleTests/inOrder`` of the first test that the rule fails; nil where it has to be tested.
  @inline(__always)
  func failure(at trigger: Trigger) -> Int? {
    askedAt.contains(trigger) ? failure.map(Int.init) : Int(failureElsewhere)
  }
}
