/// One test of a rule, with everything that Herald derives from it: why not, why again, until when, and its reach.
///
/// No requirement has a default that would be silently wrong for a new test. A test that only reads properties conforms
/// to ``DeviceTest``, a test that keeps a prompt from coming again to ``RepetitionTest``; both need less.
protocol RuleTestDefinition: Sendable {
  // MARK: Deciding

  /// Runs the test, and reports each comparison to the witness.
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool

  /// Runs the test without a witness.
  ///
  /// A requirement so that each type's witness table holds a specialized function: a decision calls it for every rule.
  static func passes(_ rule: Rule, in situation: borrowing RuleContext) -> Bool

  // MARK: What the result depends on

  /// The inputs of the test, the most likely to be different first; empty if the rule does not set what is tested.
  static func inputs(of rule: Rule) -> [Input]

  /// The inputs that made the test fail, as far as they are known.
  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input]

  /// True if neither time nor anything the user does changes the result on an installation.
  static var asksDeviceAlone: Bool { get }

  /// The instants at which time alone may change the result. The caller drops instants that are out of range.
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp]

  /// The inputs of the test that a redacted log may have changed, given the device before and after.
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput

  // MARK: What would change the result

  /// Changes, other than of properties and time, that may let the rule pass, or fail if it stands in the way.
  ///
  /// - Parameter wanted: true for the rule that should be shown; false for a rule that stands in its way.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change]

  /// The circumstances in which the rule fails on a device that it is for, so that a later rule is shown instead; nil
  /// if it never does.
  static func gap(in rule: Rule, before later: Rule) -> Gap?

  // MARK: The document

  /// The keys of a rule that only this test reads.
  static var documentKeys: [String] { get }

  /// The values of the rule that the test reads, by JSON pointer below the rule.
  static func terms(of rule: Rule) -> [(key: String, text: String)]

  /// The test's conditions on properties, as filters.
  ///
  /// - Parameter packageName: the app that the policy is for.
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter]

  // MARK: Words

  /// Explains what it means that a rule fails the test, when that happens, and what to do.
  static var explanation: CodeExplanation { get }

  /// The meaning of the failed test, as a sentence's end behind the rule: `has no text for de-DE (only en)`.
  ///
  /// - Parameter comparison: the first comparison that failed.
  static func failure(_ comparison: Comparison, of rule: Rule) -> String

  /// The same in two or three words, such as `no text`.
  static var shortFailure: String { get }

  /// The part that the test plays when a prompt comes again.
  static func role(in rule: Rule) -> RepetitionRole
}

extension RuleTestDefinition {
  static func passes(_ rule: Rule, in situation: borrowing RuleContext) -> Bool {
    var witness = NoWitness()
    return passes(rule, in: situation, &witness)
  }

  static func failedInputs(of rule: Rule, in state: InstallationState) -> [Input] { inputs(of: rule) }
}

/// The part that a test plays when a prompt comes again.
package enum RepetitionRole: Equatable {
  /// It keeps prompts from coming again, if the rule asks for that.
  case limit(isSet: Bool)
  /// It passes for as long as the device stays as it is.
  case condition
  case none
}

/// The circumstances in which a rule lets a later rule through.
struct Gap: Equatable {
  /// The circumstances in words, such as `until the first was shown often enough`.
  let words: String
  /// True if the gap opens only when the user does something. Such gaps are named last.
  var needsUser = false
}

/// The inputs of a test that a redacted log may have changed.
package enum RedactableInput {
  /// The installation's name.
  case source
  /// Some properties.
  case properties([ExactString])
  /// The time of the question.
  case time
  /// Nothing but the state.
  case state
}

/// A test that reads only the device's properties, so that it runs once for each device and policy.
protocol DeviceTest: RuleTestDefinition {
  /// Runs the test on a device, and reports each comparison to the witness.
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool

  /// Runs the test on a device without a witness.
  static func passes(_ rule: Rule, on properties: Properties) -> Bool

  /// The properties that the test reads, the most likely to be different first.
  static func properties(of rule: Rule) -> [ExactString]
}

extension DeviceTest {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    passes(rule, on: situation.properties, &witness)
  }

  static func passes(_ rule: Rule, on properties: Properties) -> Bool {
    var witness = NoWitness()
    return passes(rule, on: properties, &witness)
  }

  static func inputs(of rule: Rule) -> [Input] { properties(of: rule).map { .property($0) } }

  static var asksDeviceAlone: Bool { true }

  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }

  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput {
    .properties(properties(of: rule))
  }

  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static func role(in rule: Rule) -> RepetitionRole { .condition }
}

/// A test that a rule requests by a key of its own, or its document by a key at the root. Under a policy that does not
/// request it, decisions do not run it and explanations do not mention it.
protocol OptionalTest: RuleTestDefinition {
  /// True if the rule requests the test.
  static func isAsked(by rule: Rule) -> Bool
}

/// A test of a setting of the whole policy. A rule may have the same setting for itself alone, beside the policy's.
protocol PolicyTest: RuleTestDefinition {}

extension PolicyTest {
  static var asksDeviceAlone: Bool { false }

  /// Nil, because a later rule fails it too, unless it is exempt: then it does not need the first to fail.
  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static var documentKeys: [String] { [] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { [] }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }
}

/// A test that reads the rule's earlier showings, to keep its prompt from coming again too often.
protocol RepetitionTest: RuleTestDefinition {
  /// True if the rule sets what is tested.
  static func isSet(in rule: Rule) -> Bool
}

extension RepetitionTest {
  static var asksDeviceAlone: Bool { false }

  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }

  static func role(in rule: Rule) -> RepetitionRole { .limit(isSet: isSet(in: rule)) }
}

/// The reason why a test that a rule passes compared nothing.
package enum TestSilence: Hashable, Sendable {
  /// The rule does not set what is tested.
  case notSet
  /// A force or an exit is never skipped, counted or spaced.
  case blocking(PromptKind)
  /// The user asked for the check.
  case manual
  /// The rule is critical for the installed version, so that nothing which keeps prompts back for a time holds it back.
  case critical
  /// The rule is about another app, whose version the device does not tell.
  case otherApp
  /// The last phase of a rollout has begun.
  case everyone
  /// There was no earlier skip or showing.
  case nothingBefore(RuleTest)

  init(of test: RuleTest, for rule: Rule, in situation: borrowing RuleContext) {
    guard case .limit(let isSet) = test.check.role(in: rule) else {
      self = Self.ofCondition(test, rule, situation)
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
      self = situation.isCritical ? .critical : .nothingBefore(test)
    }
  }

  /// The silence of a test that keeps no prompt from coming again.
  private static func ofCondition(
    _ test: RuleTest, _ rule: Rule, _ situation: borrowing RuleContext
  ) -> TestSilence {
    switch test {
    case .rollout:
      guard rule.phases != nil else { return .notSet }
      return situation.isManual ? .manual : situation.isCritical ? .critical : .everyone
    case .change: return test.isAsked(by: rule) && rule.isAboutAnotherApp(situation.properties) ? .otherApp : .notSet
    case .quietHours, .holdout:
      guard test.isAsked(by: rule) else { return .notSet }
      return situation.kind.isBlocking ? .blocking(situation.kind) : lifted(situation)
    case .age: return test.isAsked(by: rule) ? lifted(situation) : .notSet
    case .fresh, .trigger, .filters, .segments, .version, .window, .skipped, .count, .caps, .budget, .period,
      .installed, .text:
      return .notSet
    }
  }

  private static func lifted(_ situation: borrowing RuleContext) -> TestSilence {
    situation.isManual ? .manual : situation.isCritical ? .critical : .notSet
  }

  /// The reason, as it stands after the name of the test.
  package var words: String {
    switch self {
    case .notSet: "not set"
    case .blocking(let kind): "not asked of kind \(kind.rawValue)"
    case .manual: "lifted: the user asked for the check"
    case .critical: "lifted: the update is critical for the installed version"
    case .otherApp: "not asked: the rule is about another app"
    case .everyone: "rolled out to all by now"
    case .nothingBefore(let test): test == .skipped ? "never skipped" : "never shown"
    }
  }
}
