package import Herald

/// The events of one installation, made one by one.
package struct Stream {
  package private(set) var facts: [Fact] = []
  /// The state after them.
  package var state = InstallationState()
  /// The time of the next event.
  package var now: DeviceTime
  package let source: ExactString

  package init(
    now: DeviceTime = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000)), source: ExactString = "/i/1"
  ) {
    self.now = now
    self.source = source
  }

  package mutating func append(_ data: EventData, at time: DeviceTime? = nil) {
    let fact = Fact(revision: facts.count + 1, time: time ?? now, data: data)
    facts.append(fact)
    state.apply(fact)
  }

  /// The question of the last event.
  package func question() throws -> Question {
    guard let last = facts.last, let question = Question(last.data, at: last.time, of: source) else {
      throw NothingAsked()
    }
    return question
  }

  /// The decision after the last event.
  package func decision() throws -> Decision {
    var decider = Decider()
    return decider.decide(try question(), in: state)
  }

  /// Appends an event that asks a question, and returns the decision.
  package mutating func ask(_ data: EventData, at time: DeviceTime? = nil) throws -> Decision {
    append(data, at: time)
    return try decision()
  }
}

/// The last event of a stream asks no question.
private struct NothingAsked: Error {}
