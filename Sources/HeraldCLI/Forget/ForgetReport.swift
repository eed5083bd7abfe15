import Herald
import HeraldQuestions
import HeraldLog

/// The report of a forgetting, in words or as a line of JSON.
struct ForgetReport {
  let ledger: String
  let isDryRun: Bool
  let report: ForgettingReport
  /// The decisions that rest on properties that go; nil where nothing but names and beginnings goes.
  let changes: ChangedDecisionsAnswer?

  var words: String {
    let style = Style.output
    let whose = "of \(report.installations.of("installation", "installations"))"
    let (removed, replaced) = (report.removed.of("event", "events"), report.replaced.of("event", "events"))
    let would = isDryRun ? "would be " : ""
    var lines: [String] = []
    if report.removed + report.replaced + report.installations == 0 {
      lines.append("Nothing in \(ledger.shown) is to be forgotten; nothing was changed.")
    }
    if report.removed > 0 { lines.append("\(style.bold("Removed"))   \(removed) \(whose) \(would)removed") }
    if report.replaced > 0 { lines.append("\(style.bold("Replaced"))  \(replaced) \(whose) \(would)replaced") }
    if report.removed + report.replaced == 0, report.installations > 0 {
      lines.append("\(style.bold("Replaced"))  what is kept \(whose) \(would)replaced")
    }
    lines += changes?.words(style) ?? []
    if let journal = report.journal {
      lines.append("\(style.bold("Journal"))   revision \(journal.revision) \(style.dim(journal.chain))")
      lines.append(
        report.isErased
          ? "\(style.bold("Bytes"))     gone from the file, its log and its free pages; backups are not touched"
          : "\(style.bold("Bytes"))     \(style.yellow("not erased yet")): another process reads the ledger. The next "
            + "command that writes to it erases them.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("ledger", ledger)
      $0.member("dryRun", isDryRun)
      $0.member("removed", report.removed)
      $0.member("replaced", report.replaced)
      $0.member("installations", report.installations)
      $0.member("erased", report.isErased)
      $0.member("journal", optional: report.journal) { $0.head($1) }
      $0.member("decisions", optional: changes) { $1.write(into: &$0) }
    }
    return output.bytes
  }
}
