package import Herald

/// One group of an experiment.
package struct Arm: Sendable {
  /// Identifies a group within its experiment.
  package enum Name: Hashable, Sendable {
    case shown
    case heldOut
    case variant(ExactString)
  }

  package let name: Name
  /// Number of installations that entered the group.
  package let entered: Int
  /// Number of installations that saw the prompt before they entered, under a document without the experiment.
  package let sawBefore: Int
  /// Number of installations that entered long enough before the log's end; 0 where no time is long enough.
  package let followed: Int
  /// Number of ``followed`` installations that saw the prompt within that time.
  package let saw: Int
  /// The update times of ``followed`` installations, in milliseconds from their entrance, in order.
  private let times: [Int64]
  /// The time for which they were followed, in milliseconds.
  private let length: Int64
  /// The time until half of all that entered had updated, in milliseconds, by Kaplan and Meier; nil where fewer than half
  /// did.
  package let median: Int64?

  init(_ name: Name, _ entrants: [Enrollee], end: Timestamp, days: Int?) {
    let length = Int64(days ?? 0) * LengthOfTime.day
    let observed = entrants.map { $0.observation(until: end) }
    let followed = days == nil ? [] : zip(entrants, observed).filter { $0.0.entered.elapsed(until: end) >= length }
    self.name = name
    self.length = length
    entered = entrants.count
    sawBefore = entrants.count { $0.entrance.hasSeenIt }
    self.followed = followed.count
    saw = followed.count { entrant, _ in entrant.seen.map { entrant.entered.elapsed(until: $0) <= length } ?? false }
    times = followed.map(\.1).filter { $0.isUpdated && $0.time <= length }.map(\.time).sorted()
    median = SurvivalCurve(observed).median
  }

  /// The proportion of followed installations that updated within that time; nil for an empty group.
  package var proportion: Proportion? { proportion(after: length) }

  /// The proportion that had updated a number of milliseconds after the entrance; nil for an empty group.
  package func proportion(after time: Int64) -> Proportion? {
    followed == 0 ? nil : Proportion(updated(after: time), of: followed)
  }

  /// Number of followed installations that had updated a number of milliseconds after their entrance.
  package func updated(after time: Int64) -> Int { times.partitionIndex(where: { $0 > time }) }
}

extension Enrollee {
  /// Returns the time until the update, or until `end` where the installation had not updated by then.
  func observation(until end: Timestamp) -> SurvivalCurve.Observation {
    let followed = entered.elapsed(until: end)
    guard let updated, entered.elapsed(until: updated) <= followed else {
      return SurvivalCurve.Observation(followed, isUpdated: false)
    }
    return SurvivalCurve.Observation(entered.elapsed(until: updated), isUpdated: true)
  }
}

extension Timestamp {
  /// The milliseconds from this moment until a later one; 0 where that is not later.
  func elapsed(until end: Timestamp) -> Int64 {
    let (difference, overflow) = end.milliseconds.subtractingReportingOverflow(milliseconds)
    return overflow ? 0 : max(0, difference)
  }
}

extension Arm.Name {
  /// In a table.
  package var word: String {
    switch self {
    case .shown: "shown"
    case .heldOut: "held out"
    case .variant(let id): id.string.shown
    }
  }

  /// At the end of a chart's line.
  package var label: String {
    switch self {
    case .shown: "prompt"
    case .heldOut: "no prompt"
    case .variant(let id): id.string.shown
    }
  }

  /// Behind a number of installations, such as `due to see the prompt`.
  var whose: String {
    switch self {
    case .shown: "due to see the prompt"
    case .heldOut: "held out"
    case .variant(let id): "with variant `\(id.string.shown)`"
    }
  }

  var whoseInShort: String {
    if case .variant(let id) = self { "with `\(id.string.shown)`" } else { whose }
  }
}

/// A group, compared with another.
package struct ArmComparison: Sendable {
  /// The fewest installations in each of two groups that are compared at all.
  package static let fewest = 30

  package let arm: Arm
  package let reference: Arm
  /// The result of the comparison.
  package let verdict: Verdict

  package enum Verdict: String, Hashable, Sendable {
    /// Installations entered, and none was followed for long enough.
    case tooEarly
    /// Chance does not make groups of these sizes, so something else decides who is in the log.
    case notComparable
    /// A group has fewer than ``ArmComparison/fewest`` installations that were followed.
    case tooFew
    /// The interval of the difference contains 0.
    case unclear
    /// The group has a larger share than the other.
    case more
    /// It has a smaller share.
    case fewer

    /// True where a difference was found.
    package var isClear: Bool { self == .more || self == .fewer }
  }

  /// - Parameters:
  ///   - isEarly: true if no installation of the experiment was followed for long enough.
  ///   - hasExpectedSizes: true if chance may have made the sizes of all its groups.
  init(_ arm: Arm, with reference: Arm, isEarly: Bool, hasExpectedSizes: Bool) {
    self.arm = arm
    self.reference = reference
    let difference = Self.difference(arm, reference)
    verdict =
      if isEarly {
        .tooEarly
      } else if !hasExpectedSizes {
        .notComparable
      } else if min(arm.followed, reference.followed) < Self.fewest {
        .tooFew
      } else {
        difference.map { Self.verdict($0.interval) } ?? .tooFew
      }
  }

  private static func verdict(_ interval: ClosedRange<Double>) -> Verdict {
    interval.lowerBound > 0 ? .more : interval.upperBound < 0 ? .fewer : .unclear
  }

  private static func difference(_ arm: Arm, _ reference: Arm) -> ProportionDifference? {
    guard let one = arm.proportion, let other = reference.proportion else { return nil }
    return ProportionDifference(one, from: other)
  }

  /// Nil where a group is empty.
  package var difference: ProportionDifference? { Self.difference(arm, reference) }

  /// The smaller group, and the number of installations that it needs for a difference of 5 points to show.
  package var needed: (arm: Arm, installations: Int) {
    let (small, large) = arm.entered < reference.entered ? (arm, reference) : (reference, arm)
    let ratio = small.entered == 0 ? 1 : Double(small.entered) / Double(large.entered)
    return (small, NeededSize.smallerGroup(ratio: ratio))
  }
}
