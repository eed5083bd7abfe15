/// What might have been different, by what is changed: each a change that could make a rule pass, or one before it
/// fail. Whether it does is for a decision to say.
struct Candidates: Sendable {
  private let target: ExactString
  private let start: Hypothesis
  /// The rules as far as the one that is asked for.
  private let rules: [Rule]
  /// Values of properties; nil for a property that is left out.
  private let values: [ExactString: [ExactString?]]
  private let times: [Change]

  init(toShow target: ExactString, from start: Hypothesis) {
    self.target = target
    self.start = start
    let all = start.state.policy?.rules ?? []
    let rules = all.firstIndex { $0.id == target }.map { Array(all[...$0]) } ?? []
    self.rules = rules
    values = PropertySamples(rules, under: start.state.policy, on: start.state.profile).byProperty
    times = Self.times(rules, from: start)
  }

  /// The changes of one part of a hypothesis, the likeliest first.
  subscript(aspect: Aspect) -> [Change] {
    switch aspect {
    case .property(let name): (values[name] ?? []).map { .property(name, $0) }
    case .time: times
    case .trigger:
      Trigger.allCases.filter { $0 != start.question.trigger && $0 != .heartbeat }.map { .trigger($0) }
    case .launch: [.launched]
    case .screen: [.nothingVisible]
    case .business: [.notBusy]
    case .review: [.withoutReview]
    case .latch: [target == Prompt.pushRule ? .latched : .noLatch]
    case .order: rules.count > 1 ? [.first(target)] : []
    case .packageName: start.state.profile[.appPackageName].map { [.packageName($0)] } ?? []
    case .record(let id): rules.first { $0.id == id }.map(records) ?? []
    case .rule(let id): id == target ? [.rollout(id, rollout)] : [.withoutRule(id)]
    }
  }

  /// The lowest roll-out, in hundredths of a percent, that takes this installation in.
  private var rollout: Int { Rule.draw(rule: target, source: start.question.source) + 1 }

  /// What might have been shown and answered: less often and longer ago for the rule that is asked for, often enough
  /// and just now for one before it.
  private func records(_ rule: Rule) -> [Change] {
    let now = start.question.now.moment
    guard rule.id == target else {
      let offered = rule.condition.target?.text ?? start.state.profile[.appVersionName]
      return (rule.isSkippable ? offered.map { [.skipped(rule.id, $0)] } ?? [] : [])
        + (rule.maxDisplayCount.map { [.timesShown(rule.id, $0)] } ?? [])
        + (rule.displayPeriod > 0 ? [.lastShown(rule.id, now)] : [])
    }
    guard let record = start.state.records[rule.id] else { return [] }
    var changes: [Change] = record.skippedVersion == nil ? [] : [.neverSkipped(rule.id)]
    if let most = rule.maxDisplayCount, most > 0, record.shown >= most {
      changes.append(.timesShown(rule.id, most - 1))
    }
    let (due, overflow) = now.milliseconds.subtractingReportingOverflow(rule.displayPeriod)
    let moment = Timestamp(milliseconds: due)
    if rule.displayPeriod > 0, !overflow, Timestamp.range.contains(moment) {
      changes.append(.lastShown(rule.id, moment))
    }
    return changes + [.neverShown(rule.id)]
  }

  /// Between two instants at which a test may change nothing changes: the first moment of each piece of time to come,
  /// the nearest first, and the last one of each that is over.
  private static func times(_ rules: [Rule], from start: Hypothesis) -> [Change] {
    let now = start.question.now.moment
    let instants = Set(rules.flatMap { $0.instants(for: start.question, in: start.state) }).sorted()
    let past = instants.filter { $0 <= now }.reversed().map { Timestamp(milliseconds: $0.milliseconds - 1) }
    return (instants.filter { $0 > now } + past.filter(Timestamp.range.contains)).map { .time($0) }
  }
}
