import Herald

/// The keys of a rollout that grows step by step.
enum PhaseKey: String, DocumentKey {
  case startAt, steps, intervalInHours, pausedAt

  static let defaultSteps = [1, 2, 5, 10, 20, 50, 100].map { $0 * 100 }

  var about: KeyReference {
    switch self {
    case .startAt:
      KeyReference(
        .form(.date), .required, "The start of the first step; nobody is reached before.",
        example: #""2026-03-02T08:00:00Z""#, fault: .leavesOut("the rule"))
    case .steps:
      KeyReference(
        MannerShape.steps, .optional(default: "[1, 2, 5, 10, 20, 50, 100]"),
        "The percentage of the installations in each step; the last one stays.", example: "[5, 25, 100]",
        fault: .leavesOut("the rule"))
    case .intervalInHours:
      KeyReference(
        MannerShape.positiveHours, .optional(default: "24"), "The length of a step.", example: "48",
        fault: .leavesOut("the rule"))
    case .pausedAt:
      KeyReference(
        .form(.date), .optional(default: "none"), "When the rollout stopped growing; remove it to go on.",
        example: #""2026-03-04T12:00:00Z""#, fault: .leavesOut("the rule"))
    }
  }

  static let object = ObjectReference(
    "phasedRollout", "a rollout in steps", at: "phasedRollout", references)
}
