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

  /// The progress of the upload; nil if it did nothing since the last step.
  var upload: UploadStatus?

  /// The error that keeps the ledger from being written; nil without one.
  var trouble: Diagnostic? {
    findings.first { $0.severity == .error && !Self.kindsOfTheCheck.contains($0.code.kind) }
  }

  /// The kinds of findings that the check's result reports too. A session goes on after them.
  private static let kindsOfTheCheck = [
    FetchCode.kind, RefusalReason.kind, DocumentCode.kind, LintCode.kind, PropertyCode.kind, UploadCode.kind,
  ]
}
