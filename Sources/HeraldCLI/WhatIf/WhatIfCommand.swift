import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct WhatIfCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract:
      "What another policy would have shown to the users of a log: who newly sees what, who no longer, who is locked out.",
    discussion: """
      Launches, returns, operations, pushes and fetches happen as they were logged, and each successful fetch brings \
      the other policy. What is shown is answered at once: as the user answered that rule's prompts in the log, one \
      after the other, and then with exit, update, later or dismiss. The app changes its version when the log says so, \
      never because of a prompt. What users did in the log because of its prompts stays as it was.

      blocked counts installations that end before an exit or a force: the last one that was shown, where no decision \
      since showed nothing or something milder, and the app was not launched as another version. lockedOut counts those \
      whose prompt leads nowhere: it has no destination, or one that only the other system's store opens. Both count \
      only what was not so at the end of the log: whoever was blocked there with a way out, and has none now, is locked \
      out and not newly blocked. Whether an address answers, and whether a store offers a device a version that \
      satisfies the policy, no log can tell.

      --fail-if compares a figure of the summary with a number and ends with status 2 where that holds: \
      \(WhatIfFigure.allCases.map(\.rawValue).joined(separator: ", ")).

      Each log is read twice, standard input from a copy in a temporary file. It is judged by itself: take logs that \
      share installations into one ledger first.

      Examples:
        herald whatif --policy new.json fleet.sqlite
        herald whatif --policy new.json fleet.sqlite --source /installations/7f3a
        herald whatif --policy new.json week.jsonl.gz --fail-if "lockedOut > 0"
      """)

  @Argument(help: "Logs or ledgers, as for replay.")
  var logs: [String]

  @Option(help: ArgumentHelp("The other policy: a file, or - for standard input.", valueName: "file"))
  var policy: String

  @Option(help: ArgumentHelp("How that document is read.", valueName: "format"))
  var policyFormat = "herald"

  @Option(help: ArgumentHelp("This installation only, decision by decision.", valueName: "source"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "End with status 2 where this holds, such as \"lockedOut > 0\"; may be given again.", valueName: "comparison"),
    transform: FigureLimit.init)
  var failIf: [FigureLimit] = []

  @Option(
    help: ArgumentHelp("How many changed installations to name, and as many locked out; in JSON, all.", valueName: "n"))
  var examples = 20

  @Option(
    help: ArgumentHelp("Stop in each stream before the first event later than this.", valueName: "time"),
    transform: UntilText.read)
  var until: ReplayLimit?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try DocumentFormat.check(policyFormat)
    if (logs + [policy]).filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    if examples < 0 { throw ValidationError("--examples is a number from 0.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let shelf = DocumentShelf(reading: Formats.reading, replacement: try otherPolicy())
      var summary = WhatIfSummary()
      var report = WhatIfReport(output, examples: examples)
      for log in logs {
        report.command = command(for: log)
        (summary, report) = try lives(in: log, replacing: shelf, summary, report)
      }
      if let source, summary[.installations] == 0 { throw LogRefused.noInstallation(source, in: logs) }
      try report.end(summary)
      let broken = failIf.filter { $0.holds(for: summary) }
      for limit in broken {
        StandardError.write(
          "--fail-if \"\(limit.words)\" holds: \(limit.figure.rawValue) is \(summary[limit.figure]).\n")
      }
      if !broken.isEmpty { throw Failure.disagreement }
    }
  }

  private func lives(
    in log: String, replacing shelf: DocumentShelf, _ summary: WhatIfSummary, _ report: WhatIfReport
  ) throws -> (WhatIfSummary, WhatIfReport) {
    let events = try LoggedEvents(log, reading: reading.options)
    var answers = AnswersVisitor(only: source.map { ExactString($0) })
    try events.replay(source: answers.only, until: until, visitor: &answers)
    var lives = LivesVisitor(answers, replacing: shelf, summary: summary, report: report)
    try events.again().replay(source: answers.only, until: until, visitor: &lives)
    return (lives.summary, lives.report)
  }

  /// Reads the other policy, and prints its errors on standard error.
  ///
  /// - Throws: ``Failure/invalid`` if it is not a policy.
  private func otherPolicy() throws -> Document {
    let input = try PolicyInput.policy(policy)
    let document = Document(text: input.text, format: ExactString(policyFormat))
    let read = Formats.read(document)
    for var finding in input.fault.map({ [$0] }) ?? read.diagnostics where finding.severity == .error {
      finding.file = policy
      Failure.tell(finding)
    }
    if case .refused = read.reading { throw Failure.invalid }
    if input.fault != nil { throw Failure.invalid }
    return document
  }

  /// The command that prints one installation in full; nil if the input cannot be read again.
  private func command(for log: String) -> String? {
    if log == "-" || policy == "-" { return nil }
    let words =
      ["herald whatif", log.shellQuoted, "--policy", policy.shellQuoted]
      + (policyFormat == "herald" ? [] : ["--policy-format", policyFormat])
      + (reading.skipInvalid ? ["--skip-invalid"] : []) + (reading.partial ? ["--partial"] : []) + ["--source"]
    return words.joined(separator: " ")
  }
}
