import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

struct WhatIfCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract:
      "What another policy would have shown to the users of a log: who newly sees what, who no longer, who is locked out.",
    discussion: """
      Both sides are decisions: the log is lived once under its own policies (or under --baseline), and once under the \
      other one. The same policy gives no difference. Launches, returns, operations, pushes and fetches happen as they \
      were logged. What is shown is answered at once: as the user answered that rule's prompts in the log, one after the \
      other, and then with exit, update, later or dismiss. The app changes its version when the log says so, never \
      because of a prompt. Where the app did something else than its policies asked for, that is told apart and fails \
      no --fail-if.

      blocked counts installations that end behind an exit or a force: no decision since showed nothing or something \
      milder, and the app was not launched as another version. lockedOut counts those whose prompt leads nowhere: it \
      has no destination, or one that only the other system's store opens. Both count only what is so under the other \
      policy alone: a device that was blocked with a way out, and has none now, is locked out and not newly blocked. \
      No log can tell whether an address answers, or whether a store offers a device a version that satisfies the policy.

      refused counts installations that would refuse the document, by reason, each asked at its last state: such as \
      rollback where a higher revision was accepted. They live on under their own documents and count as unchanged. \
      Where apps require a signature, the one in POLICY.minisig counts; without it, or with one of no key that they trust, \
      they are counted here as unsigned, unknownKey or the like, and all other figures take the document as signed: run \
      herald sign before it is published.

      forced counts installations that see an exit or a force at some time, and the days say when the first was. \
      mostADay is the most prompts that one user sees within 24 hours. Of a rule that is rolled out in phases, the report \
      says how many of the installations that it is for each step reaches, by their draws, whenever the step starts.

      Deadlines, windows, steps and releases are written for the future, and the past does not reach it. So each \
      installation is asked again, as if it came then for the first time: right behind its own last event, at the log's \
      end, and whenever time alone changes the answer, to --ahead or to the document's own last date, at least 30 days. \
      forcedAhead and lockedOutAhead count those that will be so and were not right behind their last event. A deadline \
      by age, deferrals or grace begins with the first prompt: the report says for how many it has not begun. A clock \
      that is more than 400 days off counts nowhere ahead.

      --fail-if compares a figure of the summary with a number, or with a share of the installations, and ends with \
      status 2 where that holds: \
      \(WhatIfFigure.allCases.map(\.rawValue).joined(separator: ", ")).

      Each log is read three times, standard input from a copy in a temporary file. It is judged by itself: take logs that \
      share installations into one ledger first.

      Examples:
        herald whatif --policy new.json fleet.sqlite
        herald whatif --policy new.json --baseline old.json fleet.sqlite
        herald whatif --policy new.json fleet.sqlite --source 7f3a
        herald whatif --policy new.json week.jsonl.gz --fail-if "newlyForced > 10%"
        herald whatif --policy december.json october.sqlite --ahead 90d
        herald whatif --policy new.json fleet.sqlite --active-within 30d
        herald whatif --policy december.json october.sqlite --shift=-45d
      """)

  @Argument(help: "Logs or ledgers, as for replay.", completion: .log)
  var logs: [String]

  @Option(
    help: ArgumentHelp("The other policy: a file, or - for standard input.", valueName: "file"), completion: .policy)
  var policy: String

  @Option(help: ArgumentHelp("How that document is read.", valueName: "format"), completion: .policyFormat)
  var policyFormat = "herald"

  @Option(
    help: ArgumentHelp(
      "The policy to compare with, a file (default: the documents of the log).", valueName: "file"), completion: .policy
  )
  var baseline: String?

  @Option(
    help: ArgumentHelp("How the baseline is read (default: as the other policy).", valueName: "format"),
    completion: .policyFormat)
  var baselineFormat: String?

  @Option(
    help: ArgumentHelp(
      "One installation only, decision by decision: its name, a user, or a part of its name that no other has.",
      valueName: "source"), completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp(
      "End with status 2 where this holds, such as \"lockedOut > 0\" or \"newlyForced > 10%\"; may be given again.",
      valueName: "comparison"),
    completion: .free, transform: FigureText.read)
  var failIf: [FigureLimit] = []

  @Option(
    help: ArgumentHelp("How many changed installations to name, and as many locked out; in JSON, all.", valueName: "n"),
    completion: .free)
  var examples = 20

  @Option(
    help: ArgumentHelp("Stop in each stream before the first event later than this.", valueName: "time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?

  @Option(
    help: ArgumentHelp(
      "How far to look beyond the log's end, up to 366d (default: the document's own last date, at least 30d).",
      valueName: "duration"), completion: .free, transform: LengthOption.read)
  var ahead: Duration?

  @Option(
    help: ArgumentHelp(
      "Move the dates of the other policy's rules before it is asked, such as --shift=-45d.", valueName: "duration"),
    completion: .free, transform: LengthOption.read)
  var shift: Duration?

  @Option(
    help: ArgumentHelp(
      "Ask ahead only the installations with an event in this time before the log's end.", valueName: "duration"),
    completion: .free, transform: LengthOption.read)
  var activeWithin: Duration?

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try DocumentFormat.check(policyFormat)
    if let baselineFormat { try DocumentFormat.check(baselineFormat) }
    if (logs + [policy] + (baseline.map { [$0] } ?? [])).filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    if examples < 0 { throw ValidationError("--examples is a number from 0.") }
    if let ahead, ahead < .zero || ahead > WhatIfQuestion.longestAhead {
      throw ValidationError("--ahead looks up to 366 days ahead. Write a length such as 90d.")
    }
    if let activeWithin, activeWithin < .zero { throw ValidationError("--active-within is a length such as 30d.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let own = try baseline.map { try ReplacingPolicy.read($0, format: baselineFormat ?? policyFormat) }
      var question = WhatIfQuestion(
        try ReplacingPolicy.read(policy, format: policyFormat), insteadOf: own, of: source.map { ExactString($0) },
        until: until)
      question.signature = PolicyInput.signature(beside: policy)
      question.jobs = threads.count
      question.ahead = ahead
      question.activeWithin = activeWithin
      if let shift { question.shift = shift }
      var opened = try logs.map { try LoggedEvents($0, reading: reading.options) }
      var summary = WhatIfSummary(within: try question.outlook(over: &opened))
      var report = WhatIfReport(to: AnswerSink(output), examples: examples)
      if policy != "-" { report.policy = policy.shellQuoted }
      for (log, events) in zip(logs, opened) {
        report.command = command(for: log)
        try question.answer(in: events, to: &report, countedIn: &summary)
      }
      try report.end(summary)
      if failIf.tell(brokenBy: summary) { throw Failure.disagreement }
    }
  }

  /// The command that prints one installation in full; nil if the input cannot be read again.
  private func command(for log: String) -> String? {
    if log == "-" || policy == "-" || baseline == "-" { return nil }
    let words =
      ["herald whatif", log.shellQuoted, "--policy", policy.shellQuoted]
      + (policyFormat == "herald" ? [] : ["--policy-format", policyFormat])
      + (baseline.map { ["--baseline", $0.shellQuoted] } ?? [])
      + (baselineFormat.map { ["--baseline-format", $0] } ?? [])
    let lengths = [("--ahead", ahead), ("--shift", shift), ("--active-within", activeWithin)]
      .compactMap { name, length in length.map { "\(name)=\(LengthOption.written($0))" } }
    return (words + lengths).joined(separator: " ") + reading.words + " --source"
  }
}
