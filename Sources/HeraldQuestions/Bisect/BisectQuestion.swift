public import Herald
public import HeraldLog

/// A question about a moment: after which event did a condition begin to hold (`herald bisect`)?
///
/// ```swift
/// let condition = try Condition("visible.rule == update:7")
/// let answer = try BisectQuestion(condition).answer(in: LoggedEvents(path: "phone.jsonl"))
/// print(answer.held ? answer.words : "never shown")
/// ```
public struct BisectQuestion: LogQuestion, Sendable {
  /// The condition, on an installation's state and its last decision.
  public var condition: Condition
  /// One installation: its name, a user, or a part of its name that no other has; nil for all.
  public var source: ExactString?
  /// The end of each stream's replay; nil for the stream's end.
  public var limit: ReplayLimit?

  /// Asks when a condition began to hold.
  ///
  /// - Parameters:
  ///   - condition: the condition, on an installation's state and its last decision.
  ///   - source: one installation: its name, a user, or a part of its name that no other has; nil for all.
  ///   - limit: the end of each stream's replay; nil for the stream's end.
  public init(_ condition: Condition, of source: ExactString? = nil, until limit: ReplayLimit? = nil) {
    self.condition = condition
    self.source = source
    self.limit = limit
  }

  /// Answers in memory; a log of many installations has a long answer as JSON.
  ///
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> BisectAnswer {
    let answer = BufferedAnswer()
    let held = try self.answer(in: events, to: answer.sink)
    return BisectAnswer(json: answer.json, words: answer.words, held: held)
  }

  /// Sends the answer, one installation after the other.
  ///
  /// - Returns: true if the condition ever held.
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  @discardableResult
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    var events = try events.unread().needingEvents()
    var refusals: [ExactString: LineRefusals]?
    if condition.needs.contains(.refusals) { (refusals, events) = try events.readingRefusals() }
    var visitor = BisectVisitor(
      condition, isQuiet: source != nil, refusals: refusals, report: BisectReport(log: events.name, sink))
    if let source {
      events = try events.naming([source])
      try events.replay(events.candidates([source]), until: limit, visitor: &visitor)
      try visitor.tell(events.installation(source))
    } else {
      try events.replay(until: limit, visitor: &visitor)
    }
    let remarks = visitor.names.unknown
    try visitor.report.end(remarks)
    remarks.forEach { events.report($0.diagnostic) }
    return visitor.report.held > 0
  }
}

/// The events after which a condition began to hold and ceased to hold, for each installation.
public struct BisectAnswer: LogAnswer, Sendable {
  /// A line for each installation, and a summary.
  public let json: String
  /// The first 20 installations in which it held, and the figures.
  public let words: String
  /// True if the condition ever held.
  public let held: Bool
}
