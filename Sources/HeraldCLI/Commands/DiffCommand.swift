import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Two installations, one at two points, or two groups of them: what sets them apart.",
    discussion: """
      Of two installations, or one at two points, it tells what each is shown and why, their states and policies. Say \
      what is compared with two logs, two --source or two --at; what is given once holds for both sides. Of a log \
      with two installations and nothing said these two are meant; with one --at the other side is the end.

      The decisions are those of the last event that asked, at or before each point; with --trigger both sides are asked \
      that at their points. The rules that ended differently come first, with the tests that one side passes and the \
      other does not. ≠ stands before what differs, − before what A alone has, + before what B alone has, = before what \
      is the same.

      The status is 0 whether anything differs or not.

      With --where it compares groups: the installations for which a condition holds, and all others or those of \
      --against, over all logs as one. It tells which features the first share and the others lack, the least likely by \
      chance first: \(GroupsQuestion.features). Each has how many of both groups have it, up to five exceptions by \
      name, and how likely that is by chance (Fisher's exact test, times the number of features tried); above 0.01 it \
      may be chance. Conditions are as for find. What reads a field that the condition names follows from it and is \
      told last. The status is 2 where a group is empty.

      Whoever was affected may have changed since: updated, or gone home. With --ever nothing counts for the first group \
      after the first event at which the condition held.

      As JSON: a line for each point ("point"), each test that decided differently ("rule" and "test"), each value of \
      the states ("state") and of the policies ("policy", "rule" and "change"), and a summary. Of groups: a line for each \
      ("group"), each feature or pair ("shared"), and a summary.

      Examples:
        herald diff fleet.jsonl --source 7f3a --source 91bc
        herald diff one.jsonl other.jsonl --trigger launch
        herald diff phone.jsonl --at 4 --at 9
        herald diff phone.jsonl --at 2026-03-02T08:00:00Z
        herald diff fleet.sqlite --where 'refused.reason == rollback'
        herald diff fleet.sqlite --where 'visible.rule == update:7' --ever
      """)

  @Argument(
    help: ArgumentHelp(
      "One log or ledger, or one for each side; as for replay. Of groups any number.", valueName: "log"),
    completion: .log)
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

  @OptionGroup var groups: GroupOptions

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if groups.condition != nil {
      if !source.isEmpty || !at.isEmpty || trigger != nil {
        throw ValidationError("--where compares groups. Leave out --source, --at and --trigger.")
      }
      return try StandardInputOnce.check(logs)
    }
    for (count, name) in [(logs.count, "logs"), (source.count, "--source"), (at.count, "--at")] where count > 2 {
      throw ValidationError("There are \(count) \(name), and two sides. Give one for both, or two.")
    }
    if logs.count == 2, logs.allSatisfy({ $0 == "-" }) {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      if let question = groups.question { return try compare(question) }
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
  private func compare(_ question: GroupsQuestion) throws {
    let hint = LedgerHint(logs, output)
    let answer = try question.answer(in: LoggedEvents(logs, reading: reading.options))
    try output.isJSON ? StandardOutput.write(answer.json) : StandardOutput.say(answer.words(.output))
    hint.tell()
    if !answer.compares { throw Failure.disagreement }
  }
}

/// The options that say which groups of installations are compared.
struct GroupOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Compare the installations for which this holds with the others, such as 'counts.strayButtons > 0'.",
      valueName: "condition"),
    completion: .free, transform: ConditionText.written)
  var condition: WrittenCondition?

  @Option(
    help: ArgumentHelp("Compare with the installations for which this holds.", valueName: "condition"),
    completion: .free, transform: ConditionText.written)
  var against: WrittenCondition?

  @Flag(help: "Where it ever held, and with what was so by then; default: where it holds at the end.")
  var ever = false

  @Flag(help: "A line for everything that was tried.")
  var all = false

  @OptionGroup var threads: JobsOption

  /// The question about groups; nil where none are compared.
  var question: GroupsQuestion? {
    guard let condition else { return nil }
    var question = GroupsQuestion(condition, against: against)
    question.isEver = ever
    question.showsAll = all
    question.jobs = threads.count
    return question
  }

  func validate() throws {
    guard condition == nil else { return }
    for (isGiven, name) in [
      (against != nil, "--against"), (ever, "--ever"), (all, "--all"), (threads.jobs != nil, "--jobs"),
    ]
    where isGiven {
      throw ValidationError("\(name) is about groups of installations. Say with --where which.")
    }
  }
}
