/// A change of one input of a decision.
///
/// To add one, add a case, its line in `Change+Traits.swift`, and its words in `herald why`.
public enum Change: Hashable, Sendable {
  /// The last launch gave this value for a property; nil if it left the property out.
  case property(ExactString, ExactString?)
  /// The app was launched before.
  case launched
  /// No prompt is on the screen.
  case nothingVisible
  /// No push is latched.
  case noLatch
  /// A push is latched.
  case latched
  /// The rule's prompt was never skipped.
  case neverSkipped(ExactString)
  /// The user skipped the rule's prompt, when it offered this version.
  case skipped(ExactString, ExactString)
  /// The rule's prompt was shown this number of times.
  case timesShown(ExactString, Int)
  /// The rule's prompt was shown last at this moment.
  case lastShown(ExactString, Timestamp)
  /// The last showings of the rule's prompt, of this number, did not happen.
  case fewerShowings(ExactString, Int)
  /// The installation was not in the holdout of this name.
  case notHeldOut(ExactString)
  /// The rule's prompt was never shown.
  case neverShown(ExactString)
  /// The decision is asked for at this moment.
  case time(Timestamp)
  /// The decision is asked for with another trigger; for an operation, with its name where a rule names one.
  case trigger(Trigger, operation: ExactString? = nil)
  /// The user is not in the middle of something.
  case notBusy
  /// The policy rolls the rule out to this share, in hundredths of a percent, 0 to 10,000.
  case rollout(ExactString, Int)
  /// The policy has another value for a key of the rule.
  case edited(ExactString, RuleEdit)
  /// The policy does not have this rule.
  case withoutRule(ExactString)
  /// The policy has this rule before all others.
  case first(ExactString)
  /// The policy names no versions under review.
  case withoutReview
  /// The policy's signature never expires.
  case withoutExpiry
  /// The policy is for this app; nil for every app.
  case packageName(ExactString?)

  /// The kinds of changed inputs, the most likely first.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case time, trigger, state, property, policy
  }

  /// The kind of the changed input.
  public var scope: Scope { traits.scope }
}
