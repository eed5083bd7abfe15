package import Herald
package import HeraldLog

/// A question of `herald whatif`: what would another policy have shown to the users? It is asked of one log after
/// another.
package struct WhatIfQuestion {
  private let policies: ComparedPolicies
  private let source: ExactString?
  private let limit: ReplayLimit?
  private let jobs: Int

  /// - Parameters:
  ///   - source: one installation, reported decision by decision: its name, or any part of it that no other has.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  ///   - jobs: the number of threads that may work on a ledger.
  package init(
    _ policies: ComparedPolicies, of source: ExactString? = nil, until limit: ReplayLimit? = nil, jobs: Int = 1
  ) {
    self.policies = policies
    self.jobs = jobs
    self.source = source
    self.limit = limit
  }

  /// Reads the events twice: for the users' answers, then under both policies.
  ///
  /// - Parameters:
  ///   - report: takes the changes as they are found; its end (``WhatIfReport/end(_:)``) follows the last log.
  ///   - summary: counts all logs.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  package func answer(
    in events: LoggedEvents, to report: inout WhatIfReport, countedIn summary: inout WhatIfSummary
  ) throws {
    report.log = events.name
    let only = try source.map { try events.candidates([$0]) }
    var telling = LivesTelling(report: report, summary: summary, isDetailed: only != nil)
    let isTold = try only == nil && tellParts(of: events, &telling)
    if !isTold { try tell(events, only, &telling) }
    try events.tellForgotten()
    (summary, report) = (telling.summary, telling.report)
  }

  /// Reads a ledger on several threads; false where the events cannot be divided.
  private func tellParts(of events: LoggedEvents, _ telling: inout LivesTelling) throws -> Bool {
    let documents = policies.documents
    return try events.replayParts(jobs: jobs, until: limit, by: { LivesPart(documents) }) {
      try $0.tell(&telling)
    }
  }

  private func tell(_ events: LoggedEvents, _ only: StreamSelection?, _ telling: inout LivesTelling) throws {
    var answers = AnswersVisitor()
    try events.replay(only, until: limit, visitor: &answers)
    let one = try source.map { StreamSelection.source(try events.installation($0)) }
    var lives = LivesVisitor(policies, to: telling)
    lives.begin(answers)
    try events.again().replay(one, until: limit, visitor: &lives)
    telling = lives.taker
  }
}
