public import Herald

/// Explains the obstacles that are neither a reason of a decision nor a test of a rule.
extension Obstacle.Word: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "obstacle (`herald why --not`)"

  /// The meaning of the obstacle, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .latchedPush:
      CodeExplanation(
        "A push asked for an update and is shown in the place of every rule.",
        when: "It is latched, and the trigger is one at which it is shown.",
        fix: "Nothing: it goes when the version that it asks for is launched.")
    case .earlierRule:
      CodeExplanation(
        "A rule that stands before passes every test and is shown instead.",
        when: "The first rule that passes is shown, and no other.",
        fix: "Put the rule that matters more first, or narrow the other's filters.")
    case .closingRule:
      CodeExplanation(
        "A rule that stands before ends the search, although it is not shown.",
        when:
          "Its document's format says so: the first entry that a device meets, or its newest release, is the last one.",
        fix: "Put the entry that matters more first, or narrow the other's requirements.")
    case .notInPolicy:
      CodeExplanation(
        "The policy in force has no rule with this id.",
        when: "The id is misspelt, the rule was left out as invalid, or it is in another document.",
        fix: "Use one of the ids that are listed; `herald lint` says why a rule is left out.")
    case .noLatch:
      CodeExplanation(
        "No push waits to be shown.",
        when: "None came, it was ignored, or its version is installed. Asked of the rule `push` alone.",
        fix: "Look at the pushes and at `ignoredPushes` with `herald replay --states`.")
    case .latchWaits:
      CodeExplanation(
        "A push is latched and waits for its moment.",
        when: "The trigger is one at which it is not shown. Asked of the rule `push` alone.",
        fix: "Wait for a launch, a login, an operation or a manual check, or set `pushOnForeground`.")
    }
  }
}
