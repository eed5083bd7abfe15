import ArgumentParser
import Herald
import HeraldLog
import HeraldReport

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "One HTML file to look at: a device's timeline with every state and why, or a fleet's figures.",
    discussion: """
      A log of one installation, or --source, becomes the device's page: what happened, a slider through its revisions \
      with the state and what changed, each prompt with its why and the audit's verdict, and the documents with the \
      places marked on which decisions turned. #r9 at the end of its address opens it at revision 9.

      A log of several installations becomes the fleet's page: prompts over time, adoption by version, the way from \
      shown to updated, what blocks most, and which installations to look at.

      The file asks nothing of any network, runs nothing but the script in it, and is the same for the same log. A \
      device's page has at most \(LogReport.mostEvents) events, the last ones, and says what it leaves out; --until \
      shows an earlier part.

      With --format json it prints what it wrote:
        {"page":"device","file":"report.html","bytes":61234,"installations":1}

      Examples:
        herald report phone.jsonl -o report.html
        herald report fleet.sqlite --source /installations/7f3a -o phone.html
        herald report fleet.jsonl.gz -o fleet.html --until 2026-03-02T08:00:00Z
      """)

  @Argument(help: "A log or a ledger, as for replay.")
  var log: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var output: String

  @Flag(help: "Replace the file where it is there already.")
  var force = false

  @Option(help: ArgumentHelp("This installation only.", valueName: "source"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Stop in each stream after this revision, or before the first event later than this time.",
      valueName: "revision|time"),
    transform: UntilText.read)
  var until: ReplayLimit?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var format: OutputOptions

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      // Checks the output first, so that the command fails before it reads a long log.
      if output != "-" { _ = try WholeFile(output, replaces: force) }
      let only = source.map { ExactString($0) }
      let events = try LoggedEvents(log, reading: reading.options)
      var report = LogReport(of: log == "-" ? nil : log, only: only)
      try events.replay(source: only, until: until, inAnyOrder: only == nil, visitor: &report)
      if report.installations == 0 { throw noInstallation }
      let page = try report.html { digest in try events.ledger?.document(digest) }
      try write(page, report)
    }
  }

  private func write(_ page: String, _ report: LogReport) throws {
    if output == "-" { return try StandardOutput.write(page) }
    let file = try WholeFile(output, replaces: force)
    try file.write(Array(page.utf8))
    try file.finish()
    try file.appear()
    try StandardOutput.write(format.isJSON ? json(page, report) : words(page, report))
  }

  private func words(_ page: String, _ report: LogReport) -> String {
    let about = report.isFleet ? "\(report.installations) installations" : "one installation"
    return "\(output.shown): \(about), \(page.utf8.count / 1024 + 1) KiB. Open it in a browser.\n"
  }

  private func json(_ page: String, _ report: LogReport) -> String {
    var writer = JSONWriter()
    writer.line {
      $0.member("page", report.isFleet ? "fleet" : "device")
      $0.member("file", output)
      $0.member("bytes", page.utf8.count)
      $0.member("installations", report.installations)
    }
    return writer.string
  }

  private var noInstallation: LogRefused {
    let what = source.map { "There is no installation `\($0)`." } ?? "`\(log)` has no events."
    return LogRefused(
      Diagnostic(
        QuestionCode.noInstallation, .error, what: what, file: log,
        why: source == nil ? "it is empty" : "no event names it",
        fix: source == nil
          ? "give a log with events" : "use one of those that `herald replay \(log) --states` lists"))
  }
}
