import ArgumentParser
import Foundation
import Herald
import HeraldLog
import HeraldQuestions

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Compares what users were shown with what was decided, and a ledger with its hash chain.",
    discussion: """
      Each prompt in the log is judged by the last decision before it: justified, unjustified, or missed where one \
      should have been shown and was not. Behind missing revisions a disagreement is unknown, and accuses nobody.

      Whether a log was tampered with comes first: a ledger's chain is recomputed link by link, everything that the \
      ledger derived from its lines is derived again and compared, and a head that was kept elsewhere \
      (as `herald export --heads` prints it, or `herald import --heads` writes it) also shows whether its end is missing. A plain log proves less: \
      that no revision is missing between two others, that no two events share an id, and that documents match their \
      digests. With --head a plain log is imported into a ledger for the audit alone, so that heads which were kept \
      elsewhere prove it too, and show between which two of them it was changed. The whole log is checked, also with \
      --source. Of several ledgers each is proved by itself. Exit status \
      2 where something disagrees.

      Examples:
        herald audit phone.jsonl
        herald audit fleet.jsonl --source 7f3a --all
        herald audit fleet.sqlite --budget
        herald audit fleet.sqlite --head heads-of-last-week.jsonl
        herald audit mailed.jsonl --head heads.jsonl
      """)

  @OptionGroup var input: LogArguments

  @Option(
    help: ArgumentHelp(
      "A file of heads, or one head as export --heads prints it, to compare a log with.", valueName: "file|head"),
    completion: .log)
  var head: [String] = []

  @Flag(help: "Also list justified prompts.")
  var all = false

  @Flag(help: "Also check that no user saw more prompts than the budgets of the policy in force allow.")
  var budget = false

  @OptionGroup var only: SourceOption

  @Option(
    help: ArgumentHelp("Stop in each stream before the first event later than this.", valueName: "time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if !head.isEmpty, input.logs.count > 1 {
      throw ValidationError("--head is compared with one log. Audit each with its own heads.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      var question = AuditQuestion(of: only.source.map { ExactString($0) }, until: until)
      question.heads = try head.flatMap(KnownHeads.heads)
      question.checksBudget = budget
      question.showsAll = all
      question.jobs = threads.count
      question.flags = reading.words
      // Kept until the end of the audit.
      let copy =
        try question.heads.isEmpty ? nil : LedgerForAudit(of: input.logs.first ?? "-", reading: reading.options)
      if copy != nil {
        question.isImported = true
        question.heads = LedgerForAudit.comparable(question.heads)
      }
      let events = try copy?.events ?? LoggedEvents(input.logs, reading: reading.options)
      defer { withExtendedLifetime(copy) {} }
      if try !question.answer(in: events, to: AnswerSink(output)) { throw Failure.disagreement }
    }
  }
}

extension KnownHeads {
  /// Reads one head, or a file of them.
  ///
  /// - Throws: `LogFileError`.
  static func heads(_ argument: String) throws -> [StreamHead] {
    if argument.hasPrefix("{") { return try heads(in: argument, of: "--head") }
    if argument != "-", !FileManager.default.fileExists(atPath: argument) { throw neither(argument) }
    return try heads(inLines: LogInput.file(argument).all(atMost: 1 << 30), of: argument)
  }
}
