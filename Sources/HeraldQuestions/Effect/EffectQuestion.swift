package import Herald
package import HeraldLog

/// A question of `herald effect`: did a rule make more users update?
package struct EffectQuestion {
  private let rule: ExactString?
  private let days: Int?
  private let limit: ReplayLimit?

  /// - Parameters:
  ///   - rule: one rule, in full; nil for all.
  ///   - days: the number of days for which each installation is followed; nil for the longest usual time for which
  ///     half of them were followed.
  ///   - limit: a time at which each stream's replay ends; nil for its end.
  package init(of rule: ExactString? = nil, after days: Int? = nil, until limit: ReplayLimit? = nil) {
    self.rule = rule
    self.days = days
    self.limit = limit
  }

  /// - Throws: ``LogRefused`` where nothing can be compared, with the reason; what reading the log throws.
  package func answer(in events: LoggedEvents) throws -> EffectReport {
    var fold = EffectFold()
    try events.replay(until: limit, inAnyOrder: true, visitor: &fold)
    try events.tellForgotten()
    let asked = AskedExperiments(log: events.name, rule: rule)
    let effects = try asked.effects(in: fold, days: days)
    return EffectReport(
      effects: effects, unmeasured: asked.unmeasured(in: fold), isFull: rule != nil || effects.count == 1)
  }
}
