import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Compares what users were shown with what was decided, and a ledger with its hash chain.",
    discussion: """
      Each prompt in the log is judged by the last decision before it: justified, unjustified, or missed where one \
      should have been shown and was not.

      Whether a log was tampered with: a ledger's chain is recomputed link by link, and a head that was kept elsewhere \
      (as import and `herald export --heads` print it) also shows whether its end is missing. A plain log proves less: \
      that no revision is missing between two others, that no two events share an id, and that documents match their \
      digests. The whole log is checked, also with --source. Exit status 2 where something disagrees.

      Examples:
        herald audit phone.jsonl
        herald audit fleet.jsonl --source 7f3a --all
        herald audit fleet.sqlite --head heads-of-last-week.jsonl
      """)

  @Argument(help: "A log or a ledger, as for replay.", completion: .log)
  var log: String

  @Option(
    help: ArgumentHelp(
      "A file of heads, or one head as import prints it, to compare a ledger with.", valueName: "file|head"),
    completion: .log)
  var head: [String] = []

  @Flag(help: "Also list justified prompts.")
  var all = false

  @OptionGroup var only: SourceOption

  @Option(
    help: ArgumentHelp("Stop in each stream before the first event later than this.", valueName: "time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let heads = try head.flatMap(KeptHeads.heads)
      let events = try LoggedEvents(log, reading: reading.options).only(only.source)
      if !heads.isEmpty, events.ledger == nil { throw noChain }
      try events.check()
      var visitor = AuditVisitor(report: AuditReport(log: log, output, reading, showsAll: all))
      try events.replay(until: until, visitor: &visitor)
      visitor.summary.duplicates = events.duplicates
      let chain = try events.ledger.map { ledger in
        let progress = Progress("\(log), its chain")
        defer { progress.end() }
        return try ledger.auditChain(against: heads, progress: progress.at)
      }
      let proof = AuditProof(chain: chain, comparedHeads: heads.count, lines: events.evidence)
      try visitor.report.end(visitor.summary, proof)
      if visitor.summary.disagreements > 0 || chain?.isIntact == false { throw Failure.disagreement }
    }
  }

  private var noChain: LogFileError {
    LogFileError(
      HeadCode.noChain, what: "`\(log)` has no chain to compare a head with.", file: log,
      why: "only a ledger carries one",
      fix: "give the ledger that the head came from, or leave --head out")
  }
}
