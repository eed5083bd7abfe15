public import Herald
public import HeraldLog

/// A question about an experiment: did a rule make more users update (`herald effect`)?
///
/// ```swift
/// let answer = try EffectQuestion(of: "update:7", after: 14).answer(in: LoggedEvents(path: "fleet.sqlite"))
/// print(answer.words)
/// ```
///
/// <doc:DidItDoAnyGood> has the definitions.
public struct EffectQuestion: LogQuestion, Sendable {
  /// One rule, in full; nil for all.
  public var rule: ExactString?
  /// The number of days for which each installation is followed; nil for the longest usual time for which half of them
  /// were followed.
  public var days: Int?
  /// A time at which each stream's replay ends; nil for its end.
  public var limit: ReplayLimit?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks about the effect of one rule, or of all.
  ///
  /// - Parameters:
  ///   - rule: one rule, in full; nil for all.
  ///   - days: the number of days for which each installation is followed; nil for the longest usual time for which
  ///     half of them were followed.
  ///   - limit: a time at which each stream's replay ends; nil for its end.
  public init(of rule: ExactString? = nil, after days: Int? = nil, until limit: ReplayLimit? = nil) {
    self.rule = rule
    self.days = days
    self.limit = limit
  }

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` where nothing can be compared, with the reason; what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> EffectAnswer {
    let events = try events.unread().needingEvents()
    var fold = EffectFold()
    try events.fold(into: &fold, until: limit, inAnyOrder: true, jobs: jobs)
    try events.tellForgotten()
    let asked = SelectedExperiments(log: events.name, rule: rule)
    let effects = try asked.effects(in: fold, days: days)
    return EffectAnswer(
      effects: effects, unmeasured: asked.unmeasured(in: fold), isFull: rule != nil || effects.count == 1)
  }
}
