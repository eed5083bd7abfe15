/// Everything that follows from a change, except its words.
struct ChangeTraits {
  /// The change's name in JSON.
  let code: String
  let scope: Change.Scope
  /// The input that is changed; two changes of one input exclude each other.
  let input: Input
  /// The property or rule, and its new value, as JSON has them.
  let subject: ExactString?
  let value: ExactString?
  /// The key of the rule that is edited, as a JSON pointer below the rule; nil for any other change.
  let key: String?
  let apply: (inout Hypothesis) -> Void

  init(
    _ code: String, _ scope: Change.Scope, _ input: Input, of subject: ExactString? = nil,
    key: String? = nil, to value: ExactString? = nil, apply: @escaping (inout Hypothesis) -> Void
  ) {
    self.key = key
    self.code = code
    self.scope = scope
    self.input = input
    self.subject = subject
    self.value = value
    self.apply = apply
  }

  /// A change of a rule's showings and answers.
  static func record(
    _ code: String, _ rule: ExactString, to value: ExactString? = nil,
    _ change: @escaping (inout ShowingRecord) -> Void
  ) -> ChangeTraits {
    ChangeTraits(code, .state, .record(rule), of: rule, to: value) { $0.state.records.update(rule, change) }
  }

  /// A change of the policy in force.
  static func policy(
    _ code: String, _ input: Input, of rule: ExactString? = nil, key: String? = nil, to value: ExactString? = nil,
    _ change: @escaping (Policy) -> Policy
  ) -> ChangeTraits {
    ChangeTraits(code, .policy, input, of: rule, key: key, to: value) { $0.state.policy = $0.state.policy.map(change) }
  }
}

extension Change {
  var traits: ChangeTraits {
    switch self {
    case .property(let name, let value):
      ChangeTraits("property", .property, .property(name), of: name, to: value) { $0.set(name, value) }
    case .launched:
      ChangeTraits("launched", .state, .launch) { $0.state.counts.stored.launches = max(1, $0.state.counts.launches) }
    case .nothingVisible: ChangeTraits("nothingVisible", .state, .screen) { $0.state.visible = nil }
    case .noLatch: ChangeTraits("noLatch", .state, .latch) { $0.state.latch = nil }
    case .latched: ChangeTraits("latched", .state, .latch) { $0.latch() }
    case .neverSkipped(let rule): .record("neverSkipped", rule) { $0.skippedVersion = nil }
    case .skipped(let rule, let version): .record("skipped", rule, to: version) { $0.skippedVersion = version }
    case .timesShown(let rule, let count):
      .record("timesShown", rule, to: ExactString(String(count))) { $0.shown = count }
    case .lastShown(let rule, let moment):
      .record("lastShown", rule, to: ExactString("\(moment)")) { $0.lastShown = moment }
    case .fewerShowings(let rule, let count):
      ChangeTraits("fewerShowings", .state, .record(rule), of: rule, to: ExactString(String(count))) {
        $0.removeShowings(count, of: rule)
      }
    case .notHeldOut(let name):
      ChangeTraits("notHeldOut", .state, .holdout, of: name) { $0.draw(9999, for: name) }
    case .neverShown(let rule):
      ChangeTraits("neverShown", .state, .record(rule), of: rule) { $0.removeRecord(of: rule) }
    case .time(let moment): ChangeTraits("time", .time, .time, to: ExactString("\(moment)")) { $0.set(moment) }
    case .trigger(let trigger, let operation):
      ChangeTraits("trigger", .trigger, .trigger, to: ExactString(trigger.words(with: operation))) {
        ($0.question.trigger, $0.question.operation) = (trigger, operation)
      }
    case .notBusy: ChangeTraits("notBusy", .trigger, .business) { $0.question.isBusy = false }
    case .rollout(let id, let share):
      .policy("rollout", .rule(id), of: id, to: ExactString(Rule.percentage(share))) { policy in
        policy.with(rules: policy.rules.map { $0.id == id ? Rule($0, rollout: share) : $0 })
      }
    case .edited(let id, let edit):
      .policy("edited", .term(id, edit.key), of: id, key: edit.key, to: edit.value.map { ExactString($0) }) { policy in
        policy.with(rules: policy.rules.map { $0.id == id ? edit.apply(to: $0) : $0 })
      }
    case .withoutRule(let id):
      .policy("withoutRule", .rule(id), of: id) { policy in policy.with(rules: policy.rules.filter { $0.id != id }) }
    case .first(let id):
      .policy("first", .order, of: id) { policy in
        policy.with(rules: policy.rules.filter { $0.id == id } + policy.rules.filter { $0.id != id })
      }
    case .withoutExpiry: .policy("withoutExpiry", .signature) { $0.signed(nil) }
    case .withoutReview: .policy("withoutReview", .review) { $0.withoutReview }
    case .packageName(let name): .policy("packageName", .packageName, to: name) { $0.with(packageName: name) }
    }
  }

  /// The input that is changed.
  package var input: Input { traits.input }

  /// The change as JSON names it, the property or rule that it changes, the rule's key, and the new value.
  package var members: (code: String, subject: ExactString?, key: String?, value: ExactString?) {
    let traits = traits
    return (traits.code, traits.subject, traits.key, traits.value)
  }
}
