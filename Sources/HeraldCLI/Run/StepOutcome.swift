import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldRuntime

/// The outcome of a step.
struct StepOutcome {
  /// The events that the step recorded, with the state and decision after each.
  var steps: [ReplayStep] = []
  var findings: [Diagnostic] = []
  var check: CheckResult?
  var permission: Permission?
  /// The prompt that was answered.
  var answered: Showing?
  /// The prompt that is on the screen after the step.
  var onScreen: Showing?
  /// The change of the app's environment; nil without one.
  var note: String?

  /// How far the upload has come; nil where it did nothing since the last step.
  var upload: UploadStatus?

  /// Why the ledger cannot be written.
  var trouble: Diagnostic? {
    findings.first { $0.severity == .error && !Self.kindsOfTheCheck.contains($0.code.kind) }
  }

  /// What the check's result says too, and a session goes on after.
  private static let kindsOfTheCheck = [
    FetchCode.kind, RefusalReason.kind, DocumentCode.kind, LintCode.kind, PropertyCode.kind, UploadCode.kind,
  ]
}
