/// An input of a decision that can change independently of the others.
package enum Input: Hashable, Sendable {
  case property(ExactString)
  case launch, screen, latch, time, trigger, business, review, packageName, order, signature, holdout
  /// A rule's showings and answers.
  case record(ExactString)
  /// A rule's share and place in the policy.
  case rule(ExactString)
  /// A key of a rule in the policy, as a JSON pointer below the rule.
  case term(ExactString, String)
}
