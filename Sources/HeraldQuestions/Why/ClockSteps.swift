package import Herald

/// The moments at which a device's clock was set back, with the events whose times this proves to be ahead.
///
/// A clock that goes ahead looks like a pause. Only where it is set back can it be seen which times before were false:
/// all that are later than the time to which it was set.
package struct ClockSteps: Sendable {
  /// A clock that was set back.
  package struct Step: Hashable, Sendable {
    /// The event with the earlier time.
    package let revision: Int
    /// Its time.
    let time: DeviceTime
    /// The first event whose time is later than that.
    package let firstAhead: Int
    /// The greatest lead of an earlier event's time over this event's time, in milliseconds.
    let ahead: Int64
    /// The time of the last event before those; nil where there is none.
    let lastBefore: Timestamp?
  }

  /// The steps, in the order of the stream.
  package private(set) var steps: [Step] = []
  /// Stretches of the stream, each with a later time than the one before.
  private var stretches: [Stretch] = []

  /// An event whose time is not known to be ahead, with those before it that are ahead of it.
  private struct Stretch {
    let firstRevision: Int
    let moment: Timestamp
    /// The latest time in it.
    let latest: Timestamp
  }

  /// Knows no event yet.
  package init() {}

  /// Takes note of the stream's next event.
  ///
  /// - Returns: the step, where the clock was set back before the event.
  @discardableResult
  package mutating func record(revision: Int, at time: DeviceTime) -> Step? {
    if time.isMissing { return nil }
    var ahead: (firstRevision: Int, latest: Timestamp)?
    while let last = stretches.last, last.moment > time.moment {
      ahead = (last.firstRevision, max(last.latest, ahead?.latest ?? last.latest))
      stretches.removeLast()
    }
    let lastBefore = stretches.last?.moment
    stretches.append(
      Stretch(
        firstRevision: ahead?.firstRevision ?? revision, moment: time.moment, latest: ahead?.latest ?? time.moment))
    guard let ahead else { return nil }
    let step = Step(
      revision: revision, time: time, firstAhead: ahead.firstRevision,
      ahead: ahead.latest.milliseconds - time.moment.milliseconds, lastBefore: lastBefore)
    steps.append(step)
    return step
  }

  /// The steps that prove that the times of events were ahead by a minute or more, each by its place.
  ///
  /// - Parameter times: the events' revisions and times, in their order.
  package func steps(over times: [(revision: Int, time: DeviceTime)]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var end = 0
    for (place, step) in steps.enumerated() {
      while end < times.count, times[end].revision < step.revision { end += 1 }
      for (revision, time) in times[..<end].reversed() {
        if revision < step.firstAhead { break }
        if step.proves(ahead: time), places[revision] == nil { places[revision] = place }
      }
    }
    return places
  }

  /// The step that proves that the time of an event was ahead by a minute or more; nil where none does.
  func step(over revision: Int, at time: DeviceTime) -> Step? {
    steps.first { $0.firstAhead <= revision && revision < $0.revision && $0.proves(ahead: time) }
  }
}

extension ClockSteps.Step {
  /// A time is said to be ahead from a minute on.
  private static let least: Int64 = 60_000

  /// True for a time that is a minute or more after this one; a missing time is not.
  fileprivate func proves(ahead other: DeviceTime) -> Bool {
    !other.isMissing && other.moment.milliseconds - time.moment.milliseconds >= Self.least
  }
}

extension ClockSteps.Step {
  /// The events whose times are ahead, in words.
  package var aheadWords: String {
    let last = revision - 1
    let events =
      firstAhead == last ? "the time of revision \(last) is" : "times of revisions \(firstAhead) to \(last) are"
    return "\(events) up to \(LengthOfTime.brief(ahead)) ahead"
  }

  /// The most time that can have passed, in truth, between a showing and a decision whose time is ahead; nil where the
  /// log does not say.
  func mostTime(since showing: PastShowing) -> Int64? {
    let base = showing.event.revision < firstAhead ? showing.time.moment : lastBefore
    return base.map { max(0, time.moment.milliseconds - $0.milliseconds) }
  }
}

/// Says of a decision that its time was ahead.
extension FoundDecision {
  /// The step back that proves that the time of the decision was ahead; nil where none does.
  var aheadStep: ClockSteps.Step? { around.clock.step(over: step.event.revision, at: step.event.time) }

  /// The sentence on a clock that was ahead at the decision; nil where the log does not say so.
  var aheadWords: String? {
    aheadStep.map {
      "The clock of the device was ahead: revision \($0.revision) sets it back to \($0.time.words), so "
        + "\($0.aheadWords)."
    }
  }

  /// The times around the decision as JSON: the step back that proves its time to be ahead.
  func writeAhead(into output: inout JSONWriter) {
    output.member("clockAhead", optional: aheadStep) { output, step in
      output.object {
        $0.member("revision", step.revision)
        $0.member("time", step.time.moment)
        $0.member("from", step.firstAhead)
        $0.member("to", step.revision - 1)
        $0.member("mostMilliseconds", Int(step.ahead))
      }
    }
  }
}
