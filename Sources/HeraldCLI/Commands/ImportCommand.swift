import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Takes logs into a ledger, all or nothing for each file.",
    discussion: """
      Events that are there already are left alone, so importing again is safe. It prints how many events were taken \
      and of how many streams the log tells. The heads are the ends of all streams of the ledger: kept elsewhere, they \
      show later whether something is missing.

      Examples:
        herald import phone.jsonl tablet.jsonl.gz --ledger fleet.sqlite
        herald import fleet.jsonl --ledger fleet.sqlite --heads /safe/heads.jsonl
        herald audit fleet.sqlite --head /safe/heads.jsonl
      """)

  @Argument(
    help: ArgumentHelp("Logs: .jsonl, .jsonl.gz, .jsonl.zst, or - for standard input.", valueName: "log"),
    completion: .log)
  var logs: [String]

  @Option(help: ArgumentHelp("The ledger; made where there is none.", valueName: "file"), completion: .ledger)
  var ledger: String

  @Option(
    help: ArgumentHelp("Refuse unless each stream is at this revision beforehand.", valueName: "revision"),
    completion: .free)
  var expectRevision: Int?

  @Option(
    help: ArgumentHelp(
      "Write what herald export --heads prints of the ledger after the import; herald audit --head takes it.",
      valueName: "file"), completion: .file())
  var heads: String?

  @Flag(help: "Replace the file of --heads.")
  var force = false

  @OptionGroup var views: ViewsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if force, heads == nil { throw ValidationError("--force replaces the file of --heads. Add it, or leave both out.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "Nothing of this file was taken; --skip-invalid takes the rest.") {
      // A missing log must not leave an empty ledger behind.
      for log in logs where log != "-" { _ = try LogInput.file(log) }
      let heads = try self.heads.map { try HeadsFile($0, replaces: force, of: self.ledger, sparing: logs) }
      try views.write(try Ledger(path: self.ledger)) { ledger in
        for log in logs { try take(log, into: ledger) }
      }
      try heads?.write()
    }
  }

  private func take(_ log: String, into ledger: Ledger) throws {
    let source = try LogInput.file(log)
    let progress = Progress(log)
    let report = try ledger.importLog(
      source, options: reading.options, expecting: expectRevision, report: Failure.tell,
      progress: { progress.at(bytes: $0, of: source.size) })
    progress.end()
    try tell(report, of: log)
  }

  private func tell(_ report: ImportReport, of log: String) throws {
    if output.isJSON {
      var writer = JSONWriter()
      writer.line {
        $0.member("log", log)
        $0.member("appended", report.appended)
        $0.member("duplicates", report.duplicates)
        $0.member("streams", report.heads.count)
      }
      try StandardOutput.write(writer.bytes)
    } else {
      let again = report.duplicates == 0 ? "" : ", \(report.duplicates) were there already"
      let text =
        "\(Style.output.bold(log.shown)): \(report.appended.of("event", "events")) taken in\(again), of "
        + "\(report.heads.count.of("stream", "streams"))\n"
      try StandardOutput.say(text)
    }
  }
}
