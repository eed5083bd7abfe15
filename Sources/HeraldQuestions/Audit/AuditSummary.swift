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

  init(checksBudget: Bool) { budget = checksBudget ? Budget() : nil }

  /// Adds the counts of other installations of the same log.
  static func += (left: inout Self, right: Self) {
    left.installations += right.installations
    left.verdicts.merge(right.verdicts, uniquingKeysWith: +)
    left.refusedDocuments += right.refusedDocuments
    left.clockSteps += right.clockSteps
    left.strayButtons += right.strayButtons
    left.ignoredPushes += right.ignoredPushes
    left.unknownEvents += right.unknownEvents
    left.duplicates += right.duplicates
    left.beforeAnchor += right.beforeAnchor
    left.trust += right.trust
    if let budget = right.budget {
      left.budget = Budget(
        exceeded: (left.budget?.exceeded ?? 0) + budget.exceeded, byRight: (left.budget?.byRight ?? 0) + budget.byRight)
    }
  }

  var disagreements: Int { verdicts.filter(\.key.isDisagreement).values.reduce(0, +) + (budget?.exceeded ?? 0) }
}
