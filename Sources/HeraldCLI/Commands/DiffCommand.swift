import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Two installations, or one at two points: what each is shown and why, their states and policies.",
    discussion: """
      Say what is compared with two logs, two --source or two --at; what is given once holds for both sides. Of a log \
      with two installations and nothing said these two are meant; with one --at the other side is the end.

      The decisions are those of the last event that asked, at or before each point; with --trigger both sides are asked \
      that at their points. The rules that ended differently come first, with the tests that one side passes and the \
      other does not. ≠ stands before what differs, − before what A alone has, + before what B alone has, = before what \
      is the same.

      The status is 0 whether anything differs or not.

      As JSON: a line for each point ("point"), each test that decided differently ("rule" and "test"), each value of \
      the states ("state") and of the policies ("policy", "rule" and "change"), and a summary.

      Examples:
        herald diff fleet.jsonl --source 7f3a --source 91bc
        herald diff one.jsonl other.jsonl --trigger launch
        herald diff phone.jsonl --at 4 --at 9
        herald diff phone.jsonl --at 2026-03-02T08:00:00Z
      """)

  @Argument(
    help: ArgumentHelp("One log or ledger, or one for each side; as for replay.", valueName: "log"), completion: .log)
  var logs: [String]

  @Option(
    help: ArgumentHelp(
      "The installation: its name, a user, or a part of its name that no other has; twice for two of them.",
      valueName: "source"),
    completion: .source)
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "After this revision, or before the first event later than this time (default: the end). Twice for two points.",
      valueName: "revision|time"),
    completion: .free, transform: UntilText.read)
  var at: [ReplayLimit] = []

  @Option(
    help: ArgumentHelp("Ask both sides this, at their points: \(TriggerText.known).", valueName: "trigger"),
    completion: .trigger, transform: TriggerText.read)
  var trigger: Trigger?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (count, name) in [(logs.count, "logs"), (source.count, "--source"), (at.count, "--at")] where count > 2 {
      throw ValidationError("There are \(count) \(name), and two sides. Give one for both, or two.")
    }
    if logs.count == 2, logs.allSatisfy({ $0 == "-" }) {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint([logs[0]], output)
      let question = DiffQuestion(of: source.map { ExactString($0) }, at: at, asking: trigger)
      let events = try LoggedEvents(logs[0], reading: reading.options)
      let answer =
        try logs.count == 1
        ? question.answer(in: events)
        : question.answer(in: events, and: LoggedEvents(logs[1], reading: reading.options))
      try output.isJSON ? StandardOutput.write(answer.json) : StandardOutput.say(answer.words(.output))
      hint.tell()
    }
  }
}
