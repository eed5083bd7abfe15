import Herald

/// The share of installations that have not updated, over time. Each installation counts for as long as it was
/// followed: the estimator of E. L. Kaplan and P. Meier, 1958.

package struct SurvivalCurve: Sendable {
  /// One installation: the time for which it was followed, and its state at the end of that time.
  package struct Observation: Hashable, Sendable {
    /// In milliseconds.
    package let time: Int64
    /// True if the installation updated at that time; false if it had not updated, and is not followed behind that time.
    package let isUpdated: Bool

    package init(_ time: Int64, isUpdated: Bool) {
      self.time = time
      self.isUpdated = isUpdated
    }
  }

  /// The share that had not updated from a moment on.
  package struct Step: Hashable, Sendable {
    /// In milliseconds.
    package let time: Int64
    /// From 1 down to 0.
    package let share: Double
  }

  /// One for each time at which an installation updated, in order.
  package let steps: [Step]

  package init(_ observations: some Sequence<Observation>) {
    // An installation that is followed until the very moment of an update is among those that could have updated.
    let sorted = observations.sorted { ($0.time, $0.isUpdated ? 0 : 1) < ($1.time, $1.isUpdated ? 0 : 1) }
    var (steps, share, index) = ([Step](), 1.0, 0)
    while index < sorted.count {
      let time = sorted[index].time
      let end = sorted[index...].firstIndex { $0.time != time } ?? sorted.count
      let updated = sorted[index..<end].count { $0.isUpdated }
      if updated > 0 {
        let followed = sorted.count - index
        share *= Double(followed - updated) / Double(followed)
        steps.append(Step(time: time, share: share))
      }
      index = end
    }
    self.steps = steps
  }

  /// The time after which half had updated, in milliseconds; nil where fewer did for as long as they were followed.
  package var median: Int64? {
    // Half of them may come out as a little more, because each step rounds.
    steps.first { $0.share <= 0.5 + 1e-9 }?.time
  }
}
