import Herald

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
