public import Herald
import HeraldFormats
import HeraldLog

/// A question about one decision of a log: which is the smallest log that still shows it (`herald minimize`)?
///
/// ```swift
/// let events = try LoggedEvents(path: "phone.jsonl")
/// let small = try MinimizeQuestion(of: "7f3a", at: 812).answer(in: events)
/// print(small.log)
/// ```
///
/// The answer is a valid log of the same installation. Facts are left out of it and never changed.
public struct MinimizeQuestion: LogQuestion, Sendable {
  /// The installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
  public var source: ExactString?
  /// The event that is asked about; of one that asks for no decision, the decision behind it is meant.
  public var revision: Int
  /// The parts of the answer that stay so.
  public var keeps: KeptAnswer
  /// The rules whose failed tests stay; empty for all that the decision looked at.
  public var rules: [ExactString]
  /// True if the whole prompt stays, with language, destination and buttons.
  package var keepsPrompt = false

  /// Asks for the smallest log.
  ///
  /// - Parameters:
  ///   - source: the installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
  ///   - revision: the event that is asked about.
  ///   - keeps: the parts of the answer that stay so.
  ///   - rules: the rules whose failed tests stay; empty for all that the decision looked at.
  public init(
    of source: ExactString? = nil, at revision: Int, keeping keeps: KeptAnswer = .tests, rules: [ExactString] = []
  ) {
    self.source = source
    self.revision = revision
    self.keeps = keeps
    self.rules = rules
  }

  /// Reads the events of the installation, and leaves out what the decision does not need.
  ///
  /// - Throws: ``LogRefused`` where the log has no such event or decision, where the decision rests on events that are
  ///   not there, and where a rule is named that it did not look at; what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> MinimizeAnswer { try answer(in: events, while: { true }) }

  /// Answers as ``answer(in:)`` as long as somebody waits.
  ///
  /// - Parameter isWanted: false once nobody does; then the log is not made smaller any more.
  package func answer(in events: LoggedEvents, while isWanted: @escaping () -> Bool) throws -> MinimizeAnswer {
    let asked = try AskedIncident(events.unread().needingEvents().incident(of: source), self)
    var reduction = IncidentReduction(asked.incident, asked.original, keeping: asked.claim, while: isWanted)
    guard reduction.holds() else { throw asked.restsOnForgotten() }
    reduction.run()
    let small = SmallLog(reduction.excerpt, of: asked.incident)
    try asked.confirm(small)
    return MinimizeAnswer(asked, reduction, small)
  }
}
