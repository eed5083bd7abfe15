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
        "How often the user may choose *later* for this version.", "3")
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
