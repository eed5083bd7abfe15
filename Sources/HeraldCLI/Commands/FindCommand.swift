import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Which installations: those for which a condition holds, or of a user.",
    discussion: """
      \(ConditionText.help)

      It is asked at the end of the log; with --at at a time, of the installations with an event by then; with --ever \
      after each event, so that an installation is told with the first and the last event after which it held. The \
      installations come by their last events, the newest first, and then by version, model, system and language. The \
      status is 2 where there is none.

      Examples:
        herald find fleet.sqlite --where 'refused.reason == rollback'
        herald find fleet.sqlite --user ada
        herald find fleet.sqlite --where 'records["update:7"].unanswered >= 3'
        herald find fleet.sqlite --ever --where 'audit.unjustified > 0'
        herald find fleet.sqlite --at 2026-11-20T12:00:00+01:00 \\
          --where 'zone == 540 and properties.appVersionName < 3.6'
      """)

  @OptionGroup var input: LogArguments

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("What is to hold, such as 'visible.rule == update:7'.", valueName: "condition"),
    completion: .free, transform: ConditionText.written)
  var condition: WrittenCondition?

  @Flag(help: "After any event, and not at the end alone.")
  var ever = false

  @Option(
    help: ArgumentHelp("Before the first event later than this time.", valueName: "time"), completion: .free,
    transform: TimeText.read)
  var at: DeviceTime?

  @Option(
    help: ArgumentHelp(
      "Who was signed in on it by then, or a part of the name in any case.", valueName: "user"), completion: .free)
  var user: String?

  @Option(
    help: ArgumentHelp(
      "The most installations that are listed; default: \(FindQuestion.listedInWords), and all as JSON.",
      valueName: "n"), completion: .free)
  var limit: Int?

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if ever, at != nil {
      throw ValidationError("--ever asks after each event, and --at at one moment. Give one of them.")
    }
    if let limit, limit < 0 { throw ValidationError("--limit is a number from 0.") }
    if user == "" { throw ValidationError("--user is a name, or a part of one.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint(input.logs, output)
      let events = try LoggedEvents(input.logs, reading: reading.options)
      let held = try question.answer(in: events, to: AnswerSink(output))
      hint.tell()
      if !held { throw Failure.disagreement }
    }
  }

  private var question: FindQuestion {
    var question = FindQuestion(
      where: condition?.condition, at: ever ? .ever : at.map { .time($0.moment) } ?? .end)
    question.user = user.map { ExactString($0) }
    question.written = condition?.text
    question.limit = limit
    question.jobs = threads.count
    return question
  }
}
