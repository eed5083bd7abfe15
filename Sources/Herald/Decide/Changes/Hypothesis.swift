/// A hypothetical question and state. The same decider decides on it as on real ones.
package struct Hypothesis: Sendable {
  package var question: Question
  package var state: InstallationState

  package init(_ question: Question, in state: InstallationState) {
    self.question = question
    self.state = state
  }

  package var decision: Decision {
    var decider = Decider()
    return decider.decide(question, in: state)
  }

  package mutating func apply(_ change: Change) { change.traits.apply(&self) }

  package func applying(_ change: Change) -> Hypothesis {
    var changed = self
    changed.apply(change)
    return changed
  }

  /// Sets a property of the last launch; nil removes the property.
  ///
  /// A latched push is removed if this version satisfies it.
  mutating func set(_ name: ExactString, _ value: ExactString?) {
    var properties = state.profile.properties.filter { $0.name != name }
    if let value { properties.append((name, value)) }
    state.profile = Profile(properties)
    if let latch = state.latch, state.isReached(latch.targetVersion) { state.latch = nil }
  }

  /// Asks at another moment, in the same zone.
  package mutating func set(_ moment: Timestamp) {
    question.now = DeviceTime(moment: moment, offsetMinutes: question.now.offsetMinutes)
  }

  /// Latches a push that asks for any newer version.
  mutating func latch() {
    state.latch = Latch(event: "", url: "", targetVersion: nil, appVersionName: state.profile[.appVersionName])
  }

  /// Removes the last showings of a rule.
  mutating func removeShowings(_ count: Int, of rule: ExactString) {
    guard let record = state.records[rule] else { return }
    guard record.shown > count, let last = record.showings.dropLast(count).last else { return removeRecord(of: rule) }
    state.records.update(rule) {
      $0.shown -= count
      $0.storedShownForTarget = max(0, $0.shownForTarget - count)
      $0.earlierShowings.removeLast(count)
      $0.lastShown = last
    }
  }

  /// Sets a number that the installation drew.
  mutating func draw(_ number: Int, for name: ExactString) {
    var numbers = state.draws?.numbers ?? [:]
    numbers[name] = number
    state.draws = Draws(numbers)
  }

  /// Removes a rule's showings and answers.
  mutating func removeRecord(of rule: ExactString) {
    state.records = ShowingRecords(state.records.entries.filter { $0.rule != rule })
  }
}

extension Hypothesis {
  /// A rule of the policy in force with all of its tests; nil for a rule that the policy lacks.
  package func explained(_ id: ExactString) -> ExplainedRule? {
    guard let policy = state.policy, let index = policy.rules.firstIndex(where: { $0.id == id }) else { return nil }
    return explained(index...index, of: policy).first
  }

  /// The rules of the policy in force up to one, each with all of its tests; empty if the policy lacks that rule.
  package func explained(upTo id: ExactString) -> [ExplainedRule] {
    guard let policy = state.policy, let last = policy.rules.firstIndex(where: { $0.id == id }) else { return [] }
    return explained(0...last, of: policy)
  }

  private func explained(_ places: ClosedRange<Int>, of policy: Policy) -> [ExplainedRule] {
    var situation = RuleContext(question, in: state, DeviceVerdicts(of: state, under: policy))
    return places.map { index in
      let rule = policy.rules[index]
      situation.turn(to: rule, at: index)
      return ExplainedRule(rule, failed: rule.firstFailure(in: situation), in: situation)
    }
  }
}
