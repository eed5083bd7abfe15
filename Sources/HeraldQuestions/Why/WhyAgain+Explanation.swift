public import Herald

/// Explains each reason for which a prompt comes again.

extension WhyAgain.Reason: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "why a test let a prompt come again (`herald why --again`)"

  /// The meaning of the reason, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .blocking:
      CodeExplanation(
        "A force or exit prompt is never skipped, counted or spaced.",
        when: "The rule's kind is `force` or `exit`.",
        fix: "Make it an optional one, if it should let the user go on.")
    case .notAsked:
      CodeExplanation(
        "The rule does not ask this.",
        when: "It has no `maxDisplayCount` or period, or is not an update that can be skipped.",
        fix: "Set `maxDisplayCount` or `displayPeriodInHours`.")
    case .manual:
      CodeExplanation(
        "The user asked for the check, which lifts skips, counts and periods.",
        when: "The trigger is `manual`.",
        fix: "Nothing: who asks gets an answer.")
    case .nothingBefore:
      CodeExplanation(
        "There was nothing to compare with.",
        when: "The prompt was never skipped, or never shown.",
        fix: "Check that the showings and answers are recorded under the rule's id.")
    case .compared:
      CodeExplanation(
        "What was compared is as the rule wants it.",
        when: "Another version was skipped, the count is not reached, or the period has ended.",
        fix: "Raise the period or lower the count, if that is too soon.")
    }
  }
}
