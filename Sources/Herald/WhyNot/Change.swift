/// One thing about a decision that might have been different.
public enum Change: Hashable, Sendable {
  /// A property as the last launch would have given it; nil for one that it would have left out.
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
  /// The rule's prompt was shown so many times.
  case timesShown(ExactString, Int)
  /// The rule's prompt was shown last at this moment.
  case lastShown(ExactString, Timestamp)
  /// The rule's prompt was never shown.
  case neverShown(ExactString)
  /// The decision is asked for at this moment.
  case time(Timestamp)
  /// The decision is asked for by something else.
  case trigger(Trigger)
  /// The user is not in the middle of something.
  case notBusy
  /// The policy rolls the rule out to so many hundredths of a percent, 0 to 10,000.
  case rollout(ExactString, Int)
  /// The policy does not have this rule.
  case withoutRule(ExactString)
  /// The policy has this rule before all others.
  case first(ExactString)
  /// The policy names no versions under review.
  case withoutReview
  /// The policy is for this app; nil for one that is for every app.
  case packageName(ExactString?)

  /// What kind of thing would have been different.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case time, trigger, state, property, policy
  }

  public var scope: Scope {
    switch self {
    case .time: .time
    case .trigger, .notBusy: .trigger
    case .launched, .nothingVisible, .noLatch, .latched, .neverSkipped, .skipped, .timesShown, .lastShown, .neverShown:
      .state
    case .property: .property
    case .rollout, .withoutRule, .first, .withoutReview, .packageName: .policy
    }
  }

  /// The part of a hypothesis that is changed; two changes of one part exclude each other.
  var aspect: Aspect {
    switch self {
    case .property(let name, _): .property(name)
    case .launched: .launch
    case .nothingVisible: .screen
    case .noLatch, .latched: .latch
    case .neverSkipped(let rule), .skipped(let rule, _), .timesShown(let rule, _), .lastShown(let rule, _),
      .neverShown(let rule):
      .record(rule)
    case .time: .time
    case .trigger: .trigger
    case .notBusy: .business
    case .rollout(let rule, _), .withoutRule(let rule): .rule(rule)
    case .first: .order
    case .withoutReview: .review
    case .packageName: .packageName
    }
  }
}

/// A part of what a decision is made from, as far as it can be changed alone.
enum Aspect: Hashable, Sendable {
  case property(ExactString)
  case launch, screen, latch, time, trigger, business, review, packageName, order
  /// What was shown and answered of a rule.
  case record(ExactString)
  /// What the policy says of a rule.
  case rule(ExactString)
}
