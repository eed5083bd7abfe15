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

  /// Values of properties on which the result can differ.
  static func samples(for rule: Rule) -> [PropertySample]

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
