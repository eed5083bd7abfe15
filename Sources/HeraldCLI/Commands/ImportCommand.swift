import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Takes logs into a ledger, all or nothing for each file.",
    discussion: """
      Events that are there already are left alone, so importing again is safe. The heads that are printed are the ends \
      of the streams: kept elsewhere, they show later whether something is missing.

      Example:
        herald import phone.jsonl tablet.jsonl.gz --ledger fleet.sqlite
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

  @OptionGroup var views: ViewsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling(afterBadLines: "Nothing of this file was taken; --skip-invalid takes the rest.") {
      // A missing log must not leave an empty ledger behind.
      for log in logs where log != "-" { _ = try LogInput.file(log) }
      try views.write(try Ledger(path: self.ledger)) { ledger in
        for log in logs { try take(log, into: ledger) }
      }
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
        $0.member("heads", report.heads) { $0.head($1) }
      }
      try StandardOutput.write(writer.bytes)
    } else {
      let style = Style.output
      let again = report.duplicates == 0 ? "" : ", \(report.duplicates) were there already"
      var text =
        "\(style.bold(log.shown)): \(report.appended) event\(report.appended == 1 ? "" : "s") taken in\(again)\n"
      for head in report.heads.prefix(10) {
        text += "  \(head.source.string.shown) \(style.dim("at revision")) \(head.revision) \(style.dim(head.chain))\n"
      }
      if report.heads.count > 10 { text += style.dim("  and \(report.heads.count - 10) more streams\n") }
      try StandardOutput.say(text)
    }
  }
}
