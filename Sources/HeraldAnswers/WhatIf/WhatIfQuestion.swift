package import Herald
package import HeraldLog

/// What another policy would have shown to the users of logs, as `herald whatif` asks it of one log after another.
package struct WhatIfQuestion {
  private let policies: ComparedPolicies
  private let source: ExactString?
  private let limit: ReplayLimit?

  /// - Parameters:
  ///   - source: one installation, told decision by decision: its name, or any part of it that no other has.
  ///   - limit: where each stream's replay ends; nil for its end.
  package init(_ policies: ComparedPolicies, of source: ExactString? = nil, until limit: ReplayLimit? = nil) {
    self.policies = policies
    self.source = source
    self.limit = limit
  }

  /// Reads the events twice: for the users' answers, then under both policies.
  ///
  /// - Parameters:
  ///   - report: takes what changes, as it is found; its end (``WhatIfReport/end(_:)``) follows the last log.
  ///   - summary: counts all logs.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  package func answer(
    in events: LoggedEvents, to report: inout WhatIfReport, countedIn summary: inout WhatIfSummary
  ) throws {
    report.log = events.name
    var answers = AnswersVisitor()
    try events.replay(source.map { try events.candidates([$0]) }, until: limit, visitor: &answers)
    let only = try source.map { StreamSelection.source(try events.installation($0)) }
    var lives = LivesVisitor(answers, policies, isDetailed: only != nil, summary: summary, report: report)
    try events.again().replay(only, until: limit, visitor: &lives)
    try events.tellForgotten()
    (summary, report) = (lives.summary, lives.report)
  }
}
