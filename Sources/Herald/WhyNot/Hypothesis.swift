/// A question and a state that might have been: decided by the same decider as those that were.
struct Hypothesis: Sendable {
  var question: Question
  var state: InstallationState

  init(_ question: Question, in state: InstallationState) {
    self.question = question
    self.state = state
  }

  var decision: Decision {
    var decider = Decider()
    return decider.decide(question, in: state)
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .property(let name, let value): set(name, value)
    case .launched: state.counts.launches = max(1, state.counts.launches)
    case .nothingVisible: state.visible = nil
    case .noLatch: state.latch = nil
    case .latched:
      state.latch = Latch(event: "", url: "", targetVersion: nil, appVersionName: state.profile[.appVersionName])
    case .neverSkipped(let rule): state.records.update(rule) { $0.skippedVersion = nil }
    case .skipped(let rule, let version): state.records.update(rule) { $0.skippedVersion = version }
    case .timesShown(let rule, let count): state.records.update(rule) { $0.shown = count }
    case .lastShown(let rule, let moment): state.records.update(rule) { $0.lastShown = moment }
    case .neverShown(let rule):
      state.records = ShowingRecords(state.records.entries.filter { $0.rule != rule })
    case .time(let moment):
      question.now = DeviceTime(moment: moment, offsetMinutes: question.now.offsetMinutes)
    case .trigger(let trigger): question.trigger = trigger
    case .notBusy: question.isBusy = false
    case .rollout(let id, let rollout):
      state.policy = state.policy?.with(rules: { $0.map { $0.id == id ? $0.with(rollout: rollout) : $0 } })
    case .withoutRule(let id): state.policy = state.policy?.with(rules: { $0.filter { $0.id != id } })
    case .first(let id):
      state.policy = state.policy?.with(rules: { $0.filter { $0.id == id } + $0.filter { $0.id != id } })
    case .withoutReview: state.policy = state.policy?.withoutReview
    case .packageName(let name): state.policy = state.policy?.with(packageName: name)
    }
  }

  func applying(_ change: Change) -> Hypothesis {
    var changed = self
    changed.apply(change)
    return changed
  }

  /// As if the last launch had given it; a latched push that asked for no more than this version would be gone.
  private mutating func set(_ name: ExactString, _ value: ExactString?) {
    var properties = state.profile.properties.filter { $0.name != name }
    if let value { properties.append((name, value)) }
    state.profile = Profile(properties)
    if let latch = state.latch, state.isReached(latch.targetVersion) { state.latch = nil }
  }
}

extension Policy {
  /// The policy with other rules.
  fileprivate func with(rules change: ([Rule]) -> [Rule]) -> Policy {
    variant(packageName: packageName, reviewVersions: reviewVersions, rules: change(rules))
  }

  fileprivate func with(packageName: ExactString?) -> Policy {
    variant(packageName: packageName, reviewVersions: reviewVersions, rules: rules)
  }

  fileprivate var withoutReview: Policy { variant(packageName: packageName, reviewVersions: nil, rules: rules) }

  private func variant(packageName: ExactString?, reviewVersions: ReviewedVersions?, rules: [Rule]) -> Policy {
    Policy(
      of: Document(text: "", digest: digest, format: format, url: url, storeURL: storeURL), revision: revision,
      packageName: packageName, reviewVersions: reviewVersions, pushOnForeground: pushOnForeground, rules: rules,
      order: order)
  }
}

extension Rule {
  fileprivate func with(rollout: Int) -> Rule {
    Rule(
      id: id, kind: kind, filters: filters, condition: condition, rollout: rollout, displayAfter: displayAfter,
      displayBefore: displayBefore, maxDisplayCount: maxDisplayCount, displayPeriod: displayPeriod,
      targetPackageName: targetPackageName, descriptions: descriptions, destinations: destinations,
      isSkippable: isSkippable, source: source)
  }
}
