package import Herald
import HeraldLog

/// A device as a log leaves it.
package struct LoggedDevice {
  package let source: ExactString
  package let state: InstallationState
  let causes: Provenance
  /// The offset of the device's clock from UTC at its last event, in minutes.
  let offsetMinutes: Int
  /// The text of the policy in force, by its digest; empty where the log lacks it.
  let documents: [ExactString: String]

  /// - Parameter text: the installation's name or a part of it; nil for the only one.
  /// - Throws: ``LogRefused`` where the text means none or several.
  init(_ text: ExactString?, in events: LoggedEvents, until limit: ReplayLimit?) throws {
    var visitor = LastSteps()
    try events.replay(events.candidates(text.map { [$0] } ?? []), until: limit, visitor: &visitor)
    let source = try events.installation(text)
    self.source = source
    let last = visitor.last[source]
    state = last?.state ?? InstallationState()
    offsetMinutes = last?.offsetMinutes ?? 0
    causes = last?.causes ?? Provenance()
    var documents: [ExactString: String] = [:]
    if let digest = state.policy?.digest { documents[digest] = try events.document(digest) }
    self.documents = documents
  }

  /// The time at which the device is asked: the same clock's reading of a moment, but not before its last event.
  package func time(at moment: Timestamp) -> DeviceTime {
    let last = state.lastTime ?? moment
    return DeviceTime(moment: max(moment, last), offsetMinutes: offsetMinutes)
  }
}

/// Follows streams to their ends.
private struct LastSteps: ReplayVisitor {
  struct Last {
    var state = InstallationState()
    var causes = Provenance()
    var offsetMinutes = 0
  }

  private(set) var last: [ExactString: Last] = [:]

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    var own = last.removeValue(forKey: step.event.source) ?? Last()
    own.state = step.state
    own.causes.note(step.event, before: step.before, after: step.state)
    own.offsetMinutes = step.event.time.offsetMinutes
    last[step.event.source] = own
  }
}
