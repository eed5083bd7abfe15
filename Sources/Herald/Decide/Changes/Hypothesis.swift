/// A question and a state that might have been. The decider is the same as for those that were.
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

  mutating func apply(_ change: Change) { change.traits.apply(&self) }

  func applying(_ change: Change) -> Hypothesis {
    var changed = self
    changed.apply(change)
    return changed
  }

  /// Sets a property as if the last launch had given it; nil removes the property.
  ///
  /// A latched push goes if it asked for no more than this version.
  mutating func set(_ name: ExactString, _ value: ExactString?) {
    var properties = state.profile.properties.filter { $0.name != name }
    if let value { properties.append((name, value)) }
    state.profile = Profile(properties)
    if let latch = state.latch, state.isReached(latch.targetVersion) { state.latch = nil }
  }

  /// Asks at another moment, in the same zone.
  mutating func set(_ moment: Timestamp) {
    question.now = DeviceTime(moment: moment, offsetMinutes: question.now.offsetMinutes)
  }

  /// Latches a push that asks for no version in particular.
  mutating func latch() {
    state.latch = Latch(event: "", url: "", targetVersion: nil, appVersionName: state.profile[.appVersionName])
  }

  /// Forgets what was shown and answered of a rule.
  mutating func removeRecord(of rule: ExactString) {
    state.records = ShowingRecords(state.records.entries.filter { $0.rule != rule })
  }
}
