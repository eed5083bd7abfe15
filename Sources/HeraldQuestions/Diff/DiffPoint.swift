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
struct PointFinder: ReplayVisitor {
  /// The ends of the sides; nil for the end of a stream.
  private let limits: [ReplayLimit?]
  private var tracks: [ExactString: Track] = [:]

  private struct Track {
    var causes = Provenance()
    var points: [Point]
  }

  private struct Point {
    var last: ReplayStep?
    /// The causes of the state after the last event.
    var causes = Provenance()
    var asked: DecisionFinder.Found?
    var isOver = false
  }

  init(limits: [ReplayLimit?]) { self.limits = limits }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    let own = step.event.source
    var track = tracks.removeValue(forKey: own) ?? Track(points: limits.map { _ in Point() })
    track.causes.note(step.event, before: step.before, after: step.state)
    let found = step.decision.map { DecisionFinder.Found(step: step, decision: $0, causes: track.causes) }
    for (index, limit) in limits.enumerated() where !track.points[index].isOver {
      if let limit, !limit.allows(revision: step.event.revision, time: step.event.time.moment) {
        track.points[index].isOver = true
        continue
      }
      track.points[index].last = step
      track.points[index].causes = track.causes
      if let found { track.points[index].asked = found }
    }
    tracks[own] = track
  }

  /// The point of an installation.
  ///
  /// - Parameters:
  ///   - index: the side, as in the limits.
  ///   - trigger: the trigger of a question at the point; nil for the last event that asked.
  /// - Returns: nil where none of its events was seen.
  func point(_ index: Int, of source: ExactString, in log: String, asking trigger: Trigger?) -> DiffPoint? {
    guard let point = tracks[source]?.points[index], let step = point.last else { return nil }
    guard let trigger else { return DiffPoint(log: log, step: step, found: point.asked) }
    let question = Question(
      trigger: trigger,
      now: step.event.time.isMissing
        ? DeviceTime(moment: step.state.lastTime ?? Timestamp(milliseconds: 0)) : step.event.time, source: source)
    var decider = Decider()
    let decision = decider.decide(question, in: step.state)
    return DiffPoint(
      log: log, step: step, found: DecisionFinder.Found(step: step, decision: decision, causes: point.causes))
  }
}
