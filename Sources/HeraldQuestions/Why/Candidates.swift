import Herald

/// The changes that might make a rule pass, or an earlier rule fail. A new decision shows whether a change does.

struct Candidates: Sendable {
  private let target: ExactString
  private let start: Hypothesis
  /// The rules up to the wanted one.
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

  /// The changes of one input, the most likely first.
  subscript(input: Input) -> [Change] {
    switch input {
    case .property(let name): (values[name] ?? []).map { .property(name, $0) }
    case .time: times
    case .trigger:
      Trigger.allCases.filter { $0 != start.question.trigger && $0 != .heartbeat }.map { .trigger($0) }
        + (rules.last?.pacing.triggers?.operations ?? []).map { .trigger(.operation, operation: $0) }
    case .launch: [.launched]
    case .screen: [.nothingVisible]
    case .business: [.notBusy]
    case .review: [.withoutReview]
    case .signature: [.withoutExpiry]
    case .latch: [target == Prompt.pushRule ? .latched : .noLatch]
    case .order: rules.count > 1 ? [.first(target)] : []
    case .packageName: start.state.profile[.appPackageName].map { [.packageName($0)] } ?? []
    case .record(let id):
      (rules.first { $0.id == id }.map(records) ?? [])
        // A limit of several rules reads the showings of other rules than the rules before the wanted one.
        + (id == target ? [] : rules.last.map { changes(to: $0, input) } ?? [])
    case .holdout: rules.last.map { changes(to: $0, input) } ?? []
    case .term(let id, _): id == target ? rules.last.map { changes(to: $0, input) } ?? [] : []
    case .rule(let id):
      id == target ? rules.last.map { changes(to: $0, input) } ?? [] : [.withoutRule(id)]
    }
  }

  /// The changes that the tests name for one part of a rule.
  private func changes(to rule: Rule, _ input: Input) -> [Change] {
    RuleTest.allCases.flatMap {
      $0.changes(to: rule, wanted: rule.id == target, for: start.question, in: start.state)
    }.filter { $0.input == input }
  }

  /// Changes of showings and answers: fewer and earlier showings for the wanted rule, enough and recent showings for a
  /// rule before it.
  private func records(_ rule: Rule) -> [Change] {
    let wasShown = rule.id == target && start.state.records[target] != nil
    return changes(to: rule, .record(rule.id)) + (wasShown ? [.neverShown(rule.id)] : [])
  }

  /// Between two instants at which a test may change, nothing changes. So the candidates are the first moment of each
  /// future interval, the nearest first, and the last moment of each past interval.
  private static func times(_ rules: [Rule], from start: Hypothesis) -> [Change] {
    let now = start.question.now.moment
    let instants = rules.instants(for: start.question, in: start.state)
    let past = instants.filter { $0 <= now }.reversed().map { Timestamp(milliseconds: $0.milliseconds - 1) }
    return (instants.filter { $0 > now } + past.filter(Timestamp.range.contains)).map { .time($0) }
  }
}
