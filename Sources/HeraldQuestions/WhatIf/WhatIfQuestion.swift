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
    let telling = LivesTelling(report: report, summary: summary, isDetailed: source != nil)
    var lives = LivesVisitor(policies, to: telling)
    if let source {
      try replay(source, of: events, &lives)
    } else {
      try events.fold(into: &lives, until: limit, jobs: jobs)
    }
    try events.tellForgotten()
    (summary, report) = (lives.taker.summary, lives.taker.report)
  }

  /// Replays one installation. Which one a part of a name means shows after the first pass.
  private func replay(
    _ source: ExactString, of events: LoggedEvents, _ lives: inout LivesVisitor<LivesTelling>
  ) throws {
    var answers = AnswersVisitor()
    try events.replay(events.candidates([source]), until: limit, visitor: &answers)
    lives.begin(answers)
    let only = StreamSelection.source(try events.installation(source))
    try events.again().replay(only, until: limit, visitor: &lives)
  }
}
