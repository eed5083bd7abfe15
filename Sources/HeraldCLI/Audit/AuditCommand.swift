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

      Whether a log was tampered with comes first: a ledger's chain is recomputed link by link, everything that the \
      ledger derived from its lines is derived again and compared, and a head that was kept elsewhere \
      (as import and `herald export --heads` print it) also shows whether its end is missing. A plain log proves less: \
      that no revision is missing between two others, that no two events share an id, and that documents match their \
      digests. The whole log is checked, also with --source. Exit status 2 where something disagrees.

      Examples:
        herald audit phone.jsonl
        herald audit fleet.jsonl --source 7f3a --all
        herald audit fleet.sqlite --budget
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

  @Flag(help: "Also check that no user saw more prompts than the budgets of the policy in force allow.")
  var budget = false

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
      let events = try LoggedEvents(log, reading: reading.options)
      if !heads.isEmpty, events.ledger == nil { throw noChain }
      let report = AuditReport(log: log, output, reading, showsAll: all)
      let proof = try events.ledger.map { try prove($0, heads) }
      // Said before anything else is read, because a changed ledger may not be readable at all.
      if let proof { try report.begin(proof) }
      if let proof, !proof.isSound { return try auditChanged(events, report, proof) }
      try auditPrompts(of: events, report, proof)
    }
  }

  /// Recomputes a ledger's chain, and derives its tables again.
  private func prove(_ ledger: LedgerReader, _ heads: [StreamHead]) throws -> AuditProof {
    let progress = Progress("\(log), its chain")
    defer { progress.end() }
    let chain = try ledger.auditChain(against: heads) { progress.at($0 / 2) }
    let difference = try ledger.auditDerived { progress.at(0.5 + $0 / 2) }
    // What is derived may answer anything then.
    if difference != nil || !chain.isIntact { ledger.readsOnlyLines = true }
    return AuditProof(chain: chain, difference: difference, comparedHeads: heads.count, lines: nil)
  }

  /// Judges the prompts of a ledger that was changed, as far as its lines can be read.
  private func auditChanged(_ events: LoggedEvents, _ report: AuditReport, _ proof: AuditProof) throws {
    do { try auditPrompts(of: events, report, proof) } catch let error as any DiagnosticError {
      for diagnostic in error.diagnostics { Failure.tell(diagnostic) }
    }
    throw Failure.disagreement
  }

  private func auditPrompts(of events: LoggedEvents, _ report: AuditReport, _ proof: AuditProof?) throws {
    let events = try events.only(only.source)
    try events.check()
    var visitor = AuditVisitor(
      report: report, anchors: try events.forgottenBeginnings(), checksBudget: budget)
    try events.replay(until: until, visitor: &visitor)
    visitor.summary.duplicates = events.duplicates
    let proof = proof ?? AuditProof(chain: nil, difference: nil, comparedHeads: 0, lines: events.evidence)
    try report.end(visitor.summary, proof)
    if visitor.summary.disagreements > 0 || !proof.isSound { throw Failure.disagreement }
  }

  private var noChain: LogFileError {
    LogFileError(
      HeadCode.noChain, what: "`\(log)` has no chain to compare a head with.", file: log,
      why: "only a ledger carries one",
      fix: "give the ledger that the head came from, or leave --head out")
  }
}
