import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

/// The option of commands that take events into a ledger, to leave its views for analysis away.
struct ViewsOption: ParsableArguments {
  @Flag(
    name: .customLong("without-views"),
    help: """
      Leave the ledger's views for analysis away, which takes less time and room; \
      `herald export LEDGER --table all --as sqlite` makes them.
      """)
  var leavesViewsAway = false

  /// Runs `body`, which takes events into a ledger, brings the views up to date, and closes the ledger. After an error
  /// the views follow what was taken before it.
  func write(_ ledger: Ledger, _ body: (Ledger) throws -> Void) throws {
    let result = Result { try body(ledger) }
    if !leavesViewsAway { try LedgerViews.bringUpToDate(ledger) }
    try result.get()
    try ledger.close()
  }
}

/// The views for analysis of a ledger that a command wrote.
enum LedgerViews {
  /// Makes the views of what the ledger has now. A failure is told as a warning, because the events are stored, and there
  /// are no views then.
  static func bringUpToDate(_ ledger: Ledger) throws {
    let progress = Progress(ledger.path)
    defer { progress.end() }
    do {
      try LedgerTables.update(ledger, progress: progress.at)
    } catch let error as any DiagnosticError {
      for var finding in error.diagnostics {
        finding.severity = .warning
        Failure.tell(finding)
      }
    }
  }
}
