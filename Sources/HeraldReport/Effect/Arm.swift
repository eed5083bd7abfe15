package import Herald

/// One group of an experiment.
package struct Arm: Sendable {
  /// What the group is.
  package enum Name: Hashable, Sendable {
    case shown
    case heldOut
    case variant(ExactString)
  }

  package let name: Name
  /// How many installations entered the group.
  package let entered: Int
  /// How many of them entered long enough before the log's end; 0 where no time is long enough.
  package let followed: Int
  /// How many of ``followed`` saw the prompt within that time.
  package let saw: Int
  /// When those of ``followed`` that updated did, in milliseconds from their entrance, in order.
  private let times: [Int64]
  /// For how long they were followed, in milliseconds.
  private let length: Int64
  /// The time until half of all that entered had updated, in milliseconds, by Kaplan and Meier; nil where fewer than half
  /// did.
  package let median: Int64?

  init(_ name: Name, _ entrants: [Entrant], end: Timestamp, days: Int?) {
    let length = Int64(days ?? 0) * LengthOfTime.day
    let observed = entrants.map { $0.observation(until: end) }
    let followed = days == nil ? [] : zip(entrants, observed).filter { $0.0.entered.distance(to: end) >= length }
    self.name = name
    self.length = length
    entered = entrants.count
    self.followed = followed.count
    saw = followed.count { entrant, _ in entrant.seen.map { entrant.entered.distance(to: $0) <= length } ?? false }
    times = followed.map(\.1).filter { $0.isUpdated && $0.time <= length }.map(\.time).sorted()
    median = SurvivalCurve(observed).median
  }

  /// How many of those that were followed had updated; nil for an empty group.
  package var proportion: Proportion? { proportion(after: length) }

  /// The same some milliseconds after the entrance.
  package func proportion(after time: Int64) -> Proportion? {
    followed == 0 ? nil : Proportion(updated(after: time), of: followed)
  }

  /// How many of those that were followed had updated some milliseconds after their entrance.
  package func updated(after time: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Entrant {
  /// How long the installation was followed, and whether it updated within that time.
  func observation(until end: Timestamp) -> SurvivalCurve.Observation {
    let followed = entered.distance(to: end)
    guard let updated, entered.distance(to: updated) <= followed else {
      return SurvivalCurve.Observation(followed, isUpdated: false)
    }
    return SurvivalCurve.Observation(entered.distance(to: updated), isUpdated: true)
  }
}

/// A group, compared with another.
package struct Comparison: Sendable {
  /// The fewest installations in each of two groups that are compared at all.
  package static let fewest = 30

  package let arm: Arm
  package let reference: Arm

  package enum Verdict: String, Hashable, Sendable {
    /// A group has fewer than ``Comparison/fewest`` installations that were followed.
    case tooFew
    /// The interval of the difference contains 0.
    case unclear
    /// The group has a larger share than the other.
    case more
    /// It has a smaller share.
    case fewer
  }

  package var verdict: Verdict {
    guard min(arm.followed, reference.followed) >= Self.fewest, let interval = difference?.interval else {
      return .tooFew
    }
    return interval.lowerBound > 0 ? .more : interval.upperBound < 0 ? .fewer : .unclear
  }

  /// Nil where a group is empty.
  package var difference: ProportionDifference? {
    guard let one = arm.proportion, let other = reference.proportion else { return nil }
    return ProportionDifference(one, from: other)
  }

  /// The smaller group, and how many installations it needs for a difference of 5 points to show.
  package var needed: (arm: Arm, installations: Int) {
    let (small, large) = arm.entered < reference.entered ? (arm, reference) : (reference, arm)
    let ratio = small.entered == 0 ? 1 : Double(small.entered) / Double(large.entered)
    return (small, NeededSize.smallerGroup(ratio: ratio))
  }
}
