import Herald
package import HeraldLog

/// Whether users were shown what was decided, and whether the log was changed, as `herald audit` asks it.
package struct AuditQuestion {
  /// The heads that a ledger is compared with.
  package var heads: [StreamHead] = []
  /// The name of one installation, or any part of it that no other has; nil for all. The whole log is checked anyway.
  package var source: String?
  /// Where each stream's replay ends; nil for its end.
  package var limit: ReplayLimit?
  /// Whether showings are compared with the budgets of the policy in force.
  package var checksBudget = false
  /// Whether words also tell justified prompts.
  package var showsAll = false
  /// The options with which commands in the answer read the log, each after a blank.
  package var flags = ""

  package init() {}

  /// Sends the answer as it is found.
  ///
  /// - Returns: whether nothing disagrees.
  /// - Throws: `LogFileError` where the log has no chain for the heads; what reading it throws.
  package func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    if !heads.isEmpty, events.ledger == nil { throw Self.noChain(events.name) }
    let report = AuditReport(log: events.name, flags: flags, showsAll: showsAll, sink)
    let proof = try events.ledger.map { try prove($0, following: events) }
    // Said before anything else is read, because a changed ledger may not be readable at all.
    if let proof { try report.begin(proof) }
    guard let proof, !proof.isSound else { return try auditPrompts(of: events, report, proof) }
    do { _ = try auditPrompts(of: events, report, proof) } catch let error as any DiagnosticError {
      // As far as its lines can be read.
      for diagnostic in error.diagnostics { events.report(diagnostic) }
    }
    return false
  }

  /// Recomputes a ledger's chain, and derives its tables again.
  private func prove(_ ledger: LedgerReader, following events: LoggedEvents) throws -> AuditProof {
    try events.following(", its chain") { progress in
      let chain = try ledger.auditChain(against: heads) { progress($0 / 2) }
      let difference = try ledger.auditDerived { progress(0.5 + $0 / 2) }
      // What is derived may answer anything then.
      if difference != nil || !chain.isIntact { ledger.readsOnlyLines = true }
      return AuditProof(chain: chain, difference: difference, comparedHeads: heads.count, lines: nil)
    }
  }

  private func auditPrompts(of events: LoggedEvents, _ report: AuditReport, _ proof: AuditProof?) throws -> Bool {
    let events = try events.only(source)
    try events.check()
    var visitor = AuditVisitor(
      report: report, anchors: try events.forgottenBeginnings(), checksBudget: checksBudget)
    try events.replay(until: limit, visitor: &visitor)
    visitor.summary.duplicates = events.duplicates
    let proof = proof ?? AuditProof(chain: nil, difference: nil, comparedHeads: 0, lines: events.evidence)
    try report.end(visitor.summary, proof)
    return visitor.summary.disagreements == 0 && proof.isSound
  }

  private static func noChain(_ log: String) -> LogFileError {
    LogFileError(
      HeadCode.noChain, what: "`\(log)` has no chain to compare a head with.", file: log,
      why: "only a ledger carries one",
      fix: "give the ledger that the head came from, or leave --head out")
  }
}
