import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog
import HeraldPages

struct EffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effect",
    abstract: "Whether a rule did any good: what a holdout or variants say about updates.",
    discussion: """
      A document's `holdout` shows a share of the installations nothing optional, and a rule's `variants` give each \
      share another text. So the log holds an experiment: chance made groups that differ in the prompt alone. effect \
      tells for each group how many installations were on the rule's target version or a later one some days after \
      they entered, and whether the groups differ: shares with Wilson's interval, differences with Newcombe's, both at \
      95 %, and the median time to update by Kaplan and Meier.

      An installation enters with the first decision at which the rule could be shown to it, whatever was shown before \
      and whatever it drew. From then on it counts in its group; one that was never heard of again counts as not \
      updated. Those that entered too late to be followed for all the days are left out. With fewer than \
      \(ArmComparison.fewest) in a group the answer is that they are too few to tell. Days are those of --days, or as many \
      (\(Effect.usualDays.map(String.init).joined(separator: ", "))) as half of the installations were followed for.

      Rules with a `deadline` are never held out, and messages lead to no version: those have nothing to compare.

      Examples:
        herald effect fleet.sqlite
        herald effect fleet.sqlite --rule update:7 --days 14
        herald effect fleet.jsonl.gz --rule update:7 --svg effect.svg
        herald effect fleet.sqlite --format json | jq .comparisons
      """)

  @OptionGroup var input: LogArguments

  @Option(help: ArgumentHelp("One rule only, in full.", valueName: "id"), completion: .free)
  var rule: String?

  @Option(
    help: ArgumentHelp("For how many days to follow each installation.", valueName: "days"), completion: .free)
  var days: Int?

  @Option(
    help: ArgumentHelp("Also draw the shares over time, in a new SVG file.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(help: "Replace an SVG file that exists.")
  var force = false

  @Option(
    help: ArgumentHelp("Stop in each stream before the first event later than this.", valueName: "time"),
    completion: .free, transform: EffectCommand.readTime)
  var until: ReplayLimit?

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let days, !(1...3650).contains(days) { throw ValidationError("--days is a number from 1 to 3650.") }
    if force, svg == nil { throw ValidationError("--force replaces the file of --svg. Name it, or leave out --force.") }
    if svg == "-" {
      throw ValidationError("--svg needs a file, because standard output has the answer. Name one, such as effect.svg.")
    }
  }

  /// Refuses a revision: installations that see prompts have more events, so it would end their streams earlier.
  private static func readTime(_ text: String) throws -> ReplayLimit {
    let limit = try UntilText.read(text)
    if case .time = limit { return limit }
    throw ValidationError(
      "'\(text)' is a revision, and those that see prompts have more events than those that do not, so it would end "
        + "the groups at different moments. Write a time with its zone, such as 2026-03-02T08:00:00Z.")
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let file = try svg.map { try WholeFile($0, replaces: force, sparing: input.logs) }
      // Makes the file first, so that the command fails before it reads a long log.
      try file?.write([])
      var question = EffectQuestion(of: rule.map { ExactString($0) }, after: days, until: until)
      question.jobs = threads.count
      let report = try question.answer(in: LoggedEvents(input.logs, reading: reading.options))
      if let file {
        try file.write(Array(EffectPicture(report.effects).svg.utf8))
        try file.finish()
        try file.appear()
      }
      try output.isJSON
        ? StandardOutput.write(report.json) : StandardOutput.say(report.words(.output, width: TerminalWidth.output))
    }
  }
}
