import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "The first event after which a condition holds, for each installation.",
    discussion: """
      \(ConditionText.help)

      A condition need not stay true: it is also told when it first ceased to hold, how often it began, and whether it \
      holds at the end. The status is 2 where it holds in no installation.

      Examples:
        herald bisect phone.jsonl --until-condition 'visible.rule == update:7'
        herald bisect fleet.sqlite --until-condition 'counts.clockSteps > 0'
        herald bisect phone.jsonl \\
          --until-condition 'refused and properties.appVersionName < 2.7'
        herald bisect phone.jsonl \\
          --until-condition 'decision.rules["update:7"].failed == count'
      """)

  @OptionGroup var input: LogArguments

  @Option(
    help: ArgumentHelp("What is to hold, such as 'visible.rule == update:7'.", valueName: "condition"),
    completion: .free, transform: ConditionText.read)
  var untilCondition: Condition

  @OptionGroup var only: SourceOption

  @OptionGroup var ending: UntilOption

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint(input.logs, output)
      let events = try LoggedEvents(input.logs, reading: reading.options)
      let question = BisectQuestion(
        untilCondition, of: only.source.map { ExactString($0) }, until: ending.until)
      let held = try question.answer(in: events, to: AnswerSink(output))
      hint.tell()
      if !held { throw Failure.disagreement }
    }
  }
}

/// Parses a condition of the command line.
enum ConditionText {
  /// The names and signs of conditions, for the help of the commands that take one.
  static let help = """
    A condition compares values with == != < <= > >= or finds a part of a text in any case with ~, joined by and, or, \
    not and parentheses. The names are those of `herald replay --states --format json`, of the last decision taken, \
    with its rules by their ids, and of what no state has:
      revision  properties.NAME  user  policy.revision  refused.reason
      lastCheck  zone  failures  latch.url  visible.rule
      records["RULE"].shown  records["RULE"].unanswered  records["RULE"].firstShown
      counts.clockSteps  draws["RULE"]  trust.threshold
      decision.reason  decision.show.rule  decision.rules["RULE"].failed
      source  firstTime  lastTime
      event.type  event.trigger  event.kind  event.time  event.day  event.data.KEY
      failing.reason  failing.status  failing.since
      gaps  forked  refusedLines  audit.unjustified  audit.missed  audit.unknown
    Conditions are such as these:
      event.type == button.chosen and event.data.button == skip
      event.data.reason == offline and event.trigger == launch
      policy.revision < 12 or policy.format != herald
      records["update:7"].firstShown < 2026-03-02
    A name alone says that the value is there. Texts are equal letter by letter, and need quotes where they have blanks \
    or signs in them; with < and > they are versions. A digest is named by its first 8 digits or more, as in \
    `policy == 2c839d93`. A day without a time, as in `lastCheck < 2026-03-02`, is its beginning in UTC. What is not \
    there (null) is neither less nor more than anything: `not records["RULE"].shown >= 1` finds who was never shown it. \
    `draws["RULE"]`, `draws["variant:RULE"]` and `draws["holdout:NAME"]` are what a decision draws. A \
    property, rule or draw that no event and no policy has, and a word that a value never has, is told on standard error.
    """

  /// The condition with its text.
  ///
  /// - Throws: `ValidationError` that points at the place.
  static func written(_ text: String) throws -> WrittenCondition { WrittenCondition(try read(text), written: text) }

  /// - Throws: `ValidationError` that points at the place.
  static func read(_ text: String) throws -> Condition {
    do throws(ConditionFault) {
      return try Condition(text)
    } catch {
      let excerpt = Excerpt(text, column: error.column, width: TerminalWidth.output)
      let mark = String(repeating: " ", count: excerpt.indent) + "^"
      throw ValidationError(
        "\(error.sentence.shown)\n  \(excerpt.line)\n  \(mark)\n\(error.fix.shown.sentence)")
    }
  }
}

extension String {
  /// The text as a sentence, with a capital letter and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix("?") ? "" : ".") }
}
