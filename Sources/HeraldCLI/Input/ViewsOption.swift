import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

/// The option `--without-views` of commands that take events into a ledger.
struct ViewsOption: ParsableArguments {
  @Flag(
    name: .customLong("without-views"),
    help: """
      Leave the ledger's views for analysis away, which takes less time and room; \
      `herald export LEDGER --table all --as sqlite` makes them.
      """)
  var leavesViewsAway = false

  /// Runs `body`, which takes events into a ledger. Then it brings the views up to date and closes the ledger, also after
  /// an error of `body`, because the events before the error are stored.
  func write(_ ledger: Ledger, _ body: (Ledger) throws -> Void) throws {
    let result = Result { try body(ledger) }
    if !leavesViewsAway { try LedgerViews.bringUpToDate(ledger) }
    let closed = Result { try ledger.close() }
    try result.get()
    try closed.get()
  }
}

/// The views for analysis of a ledger that a command wrote.
enum LedgerViews {
  /// Makes the views of all events that the ledger has. A failure is a warning: the events are stored, and the ledger is
  /// left without views.
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
