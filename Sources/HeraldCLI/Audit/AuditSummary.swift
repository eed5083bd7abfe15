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

  var disagreements: Int { verdicts.filter(\.key.isDisagreement).values.reduce(0, +) }
}
