import Herald
import HeraldLog

/// One side of a comparison: an installation after one of its events.
struct DiffPoint {
  let log: String
  /// The last event, and the state after it.
  let step: ReplayStep
  /// The decision that is compared, with the events that it rests on; nil before the first question.
  let found: DecisionFinder.Found?
  let explanation: Explanation?

  var source: ExactString { step.event.source }
  var state: InstallationState { step.state }

  init(log: String, step: ReplayStep, found: DecisionFinder.Found?) {
    self.log = log
    self.step = step
    self.found = found
    explanation = found.map { Explanation($0.decision.question, in: $0.step.state) }
  }
}

/// Follows streams to the points that are compared.
struct PointFinder: StepVisitor {
  /// The only installation; nil for all, in a log of one or two installations.
  let source: ExactString?
  private(set) var sources: [ExactString] = []
  private var tracks: [ExactString: Track] = [:]

  private struct Track {
    var causes = Causes()
    var last: ReplayStep?
    var asked: DecisionFinder.Found?
  }

  init(source: ExactString?) { self.source = source }

  mutating func visit(_ step: ReplayStep) {
    let own = step.event.source
    if let source, source != own { return }
    var track = tracks.removeValue(forKey: own) ?? Track()
    track.causes.note(step.event, before: step.before, after: step.state)
    track.last = step
    if let decision = step.decision {
      track.asked = DecisionFinder.Found(step: step, decision: decision, causes: track.causes)
    }
    tracks[own] = track
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) { sources.append(source) }

  /// The point of an installation.
  ///
  /// - Parameter trigger: the trigger of a question at the point; nil for the last event that asked.
  /// - Returns: nil where none of its events was seen.
  func point(of source: ExactString, in log: String, asking trigger: Trigger?) -> DiffPoint? {
    guard let track = tracks[source], let step = track.last else { return nil }
    guard let trigger else { return DiffPoint(log: log, step: step, found: track.asked) }
    let question = Question(
      trigger: trigger,
      now: step.event.time.isMissing
        ? DeviceTime(moment: step.state.lastTime ?? Timestamp(milliseconds: 0)) : step.event.time, source: source)
    var decider = Decider()
    let decision = decider.decide(question, in: step.state)
    return DiffPoint(
      log: log, step: step, found: DecisionFinder.Found(step: step, decision: decision, causes: track.causes))
  }
}
