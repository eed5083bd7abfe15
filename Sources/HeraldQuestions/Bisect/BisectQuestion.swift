package import Herald
package import HeraldLog

/// A question of `herald bisect`: after which event did a condition begin to hold?
package struct BisectQuestion {
  private let condition: Condition
  private let source: ExactString?
  private let limit: ReplayLimit?

  /// - Parameters:
  ///   - source: one installation: its name, or any part of it that no other has; nil for all.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  package init(_ condition: Condition, of source: ExactString? = nil, until limit: ReplayLimit? = nil) {
    self.condition = condition
    self.source = source
    self.limit = limit
  }

  /// Sends the answer, one installation after the other.
  ///
  /// - Returns: true if the condition ever held.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  package func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    var visitor = BisectVisitor(
      condition, isQuiet: source != nil, report: BisectReport(log: events.name, sink))
    if let source {
      try events.replay(events.candidates([source]), until: limit, visitor: &visitor)
      try visitor.tell(events.installation(source))
    } else {
      try events.replay(until: limit, visitor: &visitor)
    }
    try visitor.report.end()
    return visitor.report.held > 0
  }
}
