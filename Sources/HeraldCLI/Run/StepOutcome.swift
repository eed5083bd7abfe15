import Herald
import HeraldLog
import HeraldRuntime

/// What a step brought.
struct StepOutcome {
  /// Events that are in the ledger now, with what followed from each.
  var steps: [ReplayStep] = []
  var findings: [Diagnostic] = []
  var check: CheckResult?
  var permission: Permission?
  /// The prompt that was answered.
  var answered: Showing?
  /// The prompt that is on the screen after the step.
  var onScreen: Showing?
  /// What changed around the app.
  var note: String?

  /// Why the ledger cannot be written.
  var trouble: Diagnostic? { findings.first { $0.severity == .error } }
}
