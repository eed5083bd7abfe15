/// A part of what a decision is made from, as far as it can change alone.
enum Input: Hashable, Sendable {
  case property(ExactString)
  case launch, screen, latch, time, trigger, business, review, packageName, order
  /// What was shown and answered of a rule.
  case record(ExactString)
  /// What the policy says of a rule.
  case rule(ExactString)
}
