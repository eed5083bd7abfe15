public import Herald
public import HeraldLog

/// A question about all prompts of a log: were users shown what was decided, and was the log changed (`herald audit`)?
///
/// ```swift
/// var question = AuditQuestion(of: "7f3a")
/// question.checksBudget = true
/// let audit = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
/// if !audit.agrees { print(audit.words) }
/// ```
public struct AuditQuestion: LogQuestion, Sendable {
  /// The heads that a ledger is compared with.
  public var heads: [StreamHead] = []
  /// One installation: its name, a user, or a part of its name that no other has; nil for all. The whole log is checked anyway.
  public var source: ExactString?
  /// The end of each stream's replay; nil for the stream's end.
  public var limit: ReplayLimit?
  /// True to compare showings with the budgets of the policy in force.
  public var checksBudget = false
  /// Number of threads that may work on a ledger.
  public var jobs = 1
  /// The arrival of each installation's last event by the clock of a server, where it is known.
  package var receipts: [ExactString: Timestamp] = [:]
  /// True for justified prompts in words too.
  public var showsAll = false
  /// True for a plain log that was imported into a ledger for the audit alone: its chain proves nothing without heads.
  package var isImported = false
  /// The options with which commands in the answer read the log, each after a blank.
  package var flags = ""

  /// Asks about the prompts of one installation, or of all.
  ///
  /// - Parameters:
  ///   - source: one installation; nil for all.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  public init(of source: ExactString? = nil, until limit: ReplayLimit? = nil) {
    self.source = source
    self.limit = limit
  }

  /// Answers in memory; a long log may have a long answer.
  ///
  /// - Throws: ``LogFileError`` where the log has no chain for the heads; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> AuditAnswer {
    let answer = BufferedAnswer()
    let agrees = try self.answer(in: events, to: answer.sink)
    return AuditAnswer(json: answer.json, words: answer.words, agrees: agrees)
  }

  /// Sends the answer as it is found.
  ///
  /// - Returns: true if nothing disagrees.
  /// - Throws: ``LogFileError`` where the log has no chain for the heads; what reading it throws.
  @discardableResult
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    var events = try events.unread()
    // A ledger that was cut to nothing is compared with its heads.
    if heads.isEmpty { events = try events.needingEvents() }
    if !heads.isEmpty, events.ledger == nil { throw Self.noChain(events.name.description) }
    let report = AuditReport(log: events.name, flags: flags, showsAll: showsAll, sink)
    // Said before anything else is read, because a changed ledger may not be readable at all.
    let proofs = try events.ledgers.map { ledger in
      let proof = try prove(ledger, following: events)
      try report.begin(proof)
      return proof
    }
    if proofs.allSatisfy(\.isSound) { return try auditPrompts(of: events, report, proofs) }
    do { _ = try auditPrompts(of: events, report, proofs) } catch let error as any DiagnosticError {
      // As far as its lines can be read.
      for diagnostic in error.diagnostics { events.report(diagnostic) }
    }
    return false
  }

  /// Recomputes a ledger's chain, and derives its tables again.
  private func prove(_ ledger: LedgerReader, following events: LoggedEvents) throws -> LedgerProof {
    try events.following(", its chain") { progress in
      let (chain, difference) = try ledger.audit(against: heads, jobs: jobs, progress: progress)
      // The derived tables may answer anything then.
      if difference != nil || !chain.isIntact { ledger.readsOnlyLines = true }
      // The only one is named as the person names it: a server's reader does not know where its ledgers are.
      let path = events.name.paths.count == 1 ? events.name.description : ledger.path
      return LedgerProof(path: path, chain: chain, difference: difference)
    }
  }

  private func auditPrompts(of events: LoggedEvents, _ report: AuditReport, _ proofs: [LedgerProof]) throws
    -> Bool
  {
    let events = try events.only(source?.string)
    try events.check()
    var visitor = AuditVisitor(
      report: report, beginnings: Set(try events.forgottenBeginnings().keys), checksBudget: checksBudget)
    try events.fold(into: &visitor, until: limit, jobs: jobs)
    var summary = visitor.summary
    summary.clocksOff.receipts = receipts
    // A head is compared with whatever events there are.
    if summary.installations > 0, summary.known == 0, limit == nil, heads.isEmpty { throw events.noneKnown() }
    summary.duplicates = events.duplicates
    let hasPlainLog = proofs.count < events.name.paths.count
    let proof = AuditProof(
      ledgers: proofs, comparedHeads: heads.count, lines: hasPlainLog ? events.evidence : nil,
      isImported: isImported)
    try report.end(summary, proof)
    return summary.disagreements == 0 && proof.isSound
  }

  private static func noChain(_ log: String) -> LogFileError {
    LogFileError(
      HeadCode.noChain, what: "`\(log)` has no chain to compare a head with.", file: log,
      why: "only a ledger carries one",
      fix: "import it into a new ledger, and compare that with the heads")
  }
}

/// The judgement of each prompt of a log, and the proof that the log is complete.
public struct AuditAnswer: LogAnswer, Sendable {
  /// A line for each finding, and a summary.
  public let json: String
  /// The findings, without justified prompts unless they were asked for, and the figures.
  public let words: String
  /// True if nothing disagrees: neither a prompt with its decision, nor a ledger with its chain.
  public let agrees: Bool
}
