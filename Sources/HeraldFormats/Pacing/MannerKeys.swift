import Herald

/// The keys of a deadline.
enum DeadlineKey: String, DocumentKey {
  case at, afterFirstShownInHours, deferrals, graceInHours, becomes, reminders

  var about: KeyReference {
    switch self {
    case .at: key(.form(.date), "none", "The date from which the update cannot be put off.", #""2026-12-01T18:00""#)
    case .afterFirstShownInHours:
      key(
        MannerShape.positiveHours, "none",
        "How long after the first showing of this version the update cannot be put off any more.", "336")
    case .deferrals:
      key(
        .lenient(.integer(1...DecimalNumber.largestInteger)), "none",
        "How often *later* may be chosen for this version, by all users of the device together.", "3")
    case .graceInHours:
      key(
        MannerShape.positiveHours, "none",
        "For `at`: how long each user has after the first showing, however late that is.", "72")
    case .becomes:
      key(.words(["force", "exit"]), #""force""#, "What the rule is from then on.", #""exit""#)
    case .reminders:
      key(
        MannerShape.reminders, "none", "Shorter periods between showings as the deadline comes near.",
        #"[{"withinHours": 72, "displayPeriodInHours": 6}]"#)
    }
  }

  private func key(
    _ shape: ValueShape, _ default: String, _ meaning: String, _ example: String
  ) -> KeyReference {
    KeyReference(shape, .optional(default: `default`), meaning, example: example, fault: .leavesOut("the rule"))
  }

  static let object = ObjectReference(
    "deadline", "a deadline", at: "deadline", references,
    constraints: [
      .any(of: [DeadlineKey.at, .afterFirstShownInHours, .deferrals]),
      ObjectReference.Constraint(
        "`graceInHours` needs `at`.",
        .object(["if": .present(DeadlineKey.graceInHours), "then": .present(DeadlineKey.at)])),
    ])
}

/// The keys of a reminder before a deadline.
enum ReminderKey: String, DocumentKey {
  case withinHours, displayPeriodInHours

  var about: KeyReference {
    switch self {
    case .withinHours:
      KeyReference(
        MannerShape.positiveHours, .required, "How long before the deadline the period begins.", example: "72",
        fault: .leavesOut("the rule"))
    case .displayPeriodInHours:
      KeyReference(
        MannerShape.hours, .required, "The least time between two showings from then on.", example: "6",
        fault: .leavesOut("the rule"))
    }
  }

  static let object = ObjectReference(
    "reminder", "a reminder", plural: "reminders", at: "deadline.reminders[]", references)
}

/// The keys of a limit of showings within a span of time.
enum CapKey: String, DocumentKey {
  case cap, periodInHours

  var about: KeyReference {
    switch self {
    case .cap:
      KeyReference(
        .lenient(.integer(1...32)), .required, "The most showings within any span of that length.", example: "2",
        fault: .leavesOut("the rule"))
    case .periodInHours:
      KeyReference(
        MannerShape.positiveHours, .required, "The length of the span.", example: "168", fault: .leavesOut("the rule"))
    }
  }

  static let object = ObjectReference(
    "frequencyCap", "a limit of showings", plural: "limits of showings", at: "frequencyCaps[]", references)
}

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

/// The shapes of keys that say when and how a rule asks.
enum MannerShape {
  static let triggerForm = TextForm(
    "a trigger such as `launch`, `foreground` or `operation:pay`",
    pattern: #"^(?:launch|login|schedule|manual|foreground|operation|operation:[\s\S]+)$"#)
  static let triggers = ValueShape.list(.form(triggerForm), count: 1...Int.max)

  static let changes = ValueShape.list(.words(VersionChange.allCases.map(\.rawValue)))
  static let someChanges = ValueShape.list(.words(VersionChange.allCases.map(\.rawValue)), count: 1...Int.max)
  static let names = ValueShape.list(.text)
  static let weekdays = ValueShape.list(.words(Weekday.allCases.map(\.rawValue)), count: 1...Int.max)

  static let positiveHours = ValueShape.lenient(.positive(unit: "hours"))
  static let hours = ValueShape.lenient(.number(0...DecimalNumber.largestInteger, unit: "hours"))
  static let days = ValueShape.lenient(.number(0...DecimalNumber.largestInteger, unit: "days"))

  static let steps = ValueShape.list(.lenient(.number(0...100)), count: 1...100)
  static let caps = ValueShape.list(.object(CapKey.object), count: 0...8)
  static let reminders = ValueShape.list(.object(ReminderKey.object), count: 0...8)
}
