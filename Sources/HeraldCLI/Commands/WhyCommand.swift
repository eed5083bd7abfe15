public import ArgumentParser
import Herald
import HeraldQuestions

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract:
      "Why a prompt was shown, or none: what was compared with what, from which event and which place of the document.",
    discussion: """
      The event may be any: a showing, a button, a fetch. It explains the decision behind it, and says first where the \
      app showed something else than was decided. Without --revision it explains the last prompt that was shown.

      With --not RULE: why that rule was not shown: every obstacle, and the fewest changes of time, trigger, state, \
      properties or policy with which it would have been shown, each decided again. Without --revision it is about the \
      newest decision that came to the rules under the policy in force, one that a person caused before any other, and \
      says which ("latestDecision" is the last).

      With --again: why a prompt came another time: when it was shown before, what was answered, and why nothing kept \
      it from coming back, or that the app showed it unasked. A revision may also be that of the showing.

      Each answer begins with a headline that names what decided. Of several reasons why a rule was not shown those \
      come first that no waiting ends, in JSON with "lasting":true.

      As JSON, --not adds to the decision (`herald explain-code` explains the codes):
        "not":"update:7","obstacles":[{"obstacle":"alreadyVisible"}],
        "smallest":{"sets":[[{"scope":"state","change":"nothingVisible",
        "of":null,"to":null}]],"limit":3,"decisions":3,"cutShort":false}
      where `of` is a property or a rule and `to` its other value; --again adds:
        "sentence":"update:7 is shown for the second time: …",
        "unjustified":false,"showings":[{"revision":3,…,"answer":{…}}],
        "passes":[{"test":"period","reason":"compared","compared":{…}}]

      Example:
        herald why phone.jsonl
        herald why fleet.jsonl --source 7f3a --revision 9
        herald why phone.jsonl --revision 9 --level sentence
        herald why phone.jsonl --revision 9 --not update:7
        herald why phone.jsonl --again
        herald why fleet.sqlite --source 7f3a --not update:7 --others
      """)

  @OptionGroup var input: LogArguments

  @Option(
    help: ArgumentHelp(
      "The installation: its name, a user, or a part of its name that no other has. A log of one needs none.",
      valueName: "source"),
    completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp(
      "The event to explain (default: the last prompt shown; with --not see above).", valueName: "revision"),
    completion: .free)
  var revision: Int?

  @Option(
    name: .customLong("not"),
    help: ArgumentHelp(
      "Why this rule was not shown, such as update:7; push for a push that asks for an update.", valueName: "rule"),
    completion: .free)
  var rule: String?

  @Option(
    help: ArgumentHelp(
      "How much to print in words: sentence, path (what failed) or all (default).", valueName: "level"))
  var level: WhyLevel?

  @Flag(help: "Why the prompt came again; the last one that a decision showed where no revision is said.")
  var again = false

  @Flag(
    help: """
      Also which other installations meet the same test on the same value, for how many the rule is meant, and with \
      --not, whom each edit of the policy would reach.
      """)
  var others = false

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let revision, revision < 1 { throw ValidationError("There is no revision \(revision): the first one is 1.") }
    if again, rule != nil { throw ValidationError("--not and --again are two questions. Ask one at a time.") }
    if again, others { throw ValidationError("--others compares a decision, and --again showings. Ask one at a time.") }
    if threads.jobs != nil, !others {
      throw ValidationError("--jobs is how many threads look for --others. Add --others.")
    }
    if level != nil, output.format == .json {
      throw ValidationError("--level is how much is told in words. JSON has everything.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint(input.logs, output)
      let events = try LoggedEvents(input.logs, reading: reading.options)
      var question = WhyQuestion(kind, of: source.map { ExactString($0) }, at: revision)
      question.findsOthers = others
      question.jobs = threads.count
      let answer = try question.answer(in: events)
      // A level applies to words only, so it overrides the default format.
      try level == nil && output.isJSON
        ? StandardOutput.write(answer.json) : StandardOutput.say(answer.words(.output, level ?? .all))
      hint.tell()
    }
  }

  private var kind: WhyQuestion.Kind {
    if let rule { return .not(ExactString(rule)) }
    return again ? .again : .decision
  }
}

extension WhyLevel: ExpressibleByArgument {}
