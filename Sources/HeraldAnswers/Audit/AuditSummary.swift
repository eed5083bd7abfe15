import Herald

/// The counts of an audit.
struct AuditSummary {
  var installations = 0
  var verdicts: [AuditVerdict: Int] = [:]
  var refusedDocuments = 0
  var clockSteps = 0
  var strayButtons = 0
  var ignoredPushes = 0
  var unknownEvents = 0
  var duplicates = 0
  /// Prompts at the beginning of an installation whose first events were forgotten, with the decision on them.
  var beforeAnchor = 0
  var trust = TrustCounts()
  /// Nil unless budgets are checked.
  var budget: Budget?

  /// Showings with which a user saw more than a budget allows.
  struct Budget {
    /// Those that the budget should have held back.
    var exceeded = 0
    /// Forces, exits, pushes, and prompts that the user asked for.
    var byRight = 0
  }

  var disagreements: Int { verdicts.filter(\.key.isDisagreement).values.reduce(0, +) + (budget?.exceeded ?? 0) }
}
