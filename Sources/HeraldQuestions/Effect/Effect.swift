package import Herald

/// The measured effect of a rule's holdout or variants: the number of installations in each group that updated.
///
/// An installation counts in the group that it entered, whatever happened later. It counts as not updated if its events
/// end before an update.
package struct Effect: Sendable {
  /// The difference between the groups.
  package enum Contrast: String, Hashable, Sendable {
    /// One group sees the document's optional prompts; they are held back from the other.
    case holdout
    /// The texts of the rule's prompt.
    case variants
  }

  package let rule: ExactString
  package let target: UpdateTarget
  package let contrast: Contrast
  /// The first and the last entrance; nil where nobody entered.
  package let entered: ClosedRange<Timestamp>?
  /// Number of installations that did not enter, because no launch showed a version to compare with the target.
  package let unreadable: Int
  /// Number of installations that did not enter, because revisions are missing among which they may have entered.
  package let behindGap: Int
  /// The end of the log, until which installations are followed.
  package let end: Timestamp
  /// Number of days for which the counted installations were followed; nil where too few were followed for a day.
  package let days: Int?
  /// The groups. The reference is the last group of a holdout, and the first group of variants.
  package let arms: [Arm]
  /// Each other group, compared with ``reference``.
  package let comparisons: [ArmComparison]
  /// The most rules that a document holds out together with this one, itself among them; 0 without a holdout.
  package let heldBack: Int
  /// The share of the installations that each group should have, in the order of ``arms``; nil where it changed.
  let expectedShares: [Double]?
  /// True if chance may have made the sizes of all groups.
  let hasExpectedSizes: Bool

  /// The group that the others are compared with.
  package var reference: Arm? { Self.reference(among: arms, contrast) }

  private static func reference(among arms: [Arm], _ contrast: Contrast) -> Arm? {
    contrast == .holdout ? arms.last : arms.first
  }
}

extension Effect {
  /// The days for which installations are followed, unless the user names some.
  package static let usualDays = [1, 2, 3, 7, 14, 30, 60, 90]

  /// The effects that a rule's experiment has: of its holdout, of its variants, or of both.
  static func all(of tally: ExperimentTally, end: Timestamp, days: Int?) -> [Effect] {
    guard case .update(let target) = tally.outcome else { return [] }
    return [Contrast.holdout, .variants].compactMap { contrast in
      let groups = groups(of: tally, contrast)
      return groups.isEmpty ? nil : Effect(of: tally, target, contrast, groups, end: end, days: days)
    }
  }

  private typealias Group = (name: Arm.Name, entrants: [Enrollee])

  private static func groups(of tally: ExperimentTally, _ contrast: Contrast) -> [Group] {
    switch contrast {
    case .holdout:
      guard tally.hasHoldout else { return [] }
      return [
        (.shown, tally.entrants.filter { $0.entrance.isHeldOut == false }),
        (.heldOut, tally.entrants.filter { $0.entrance.isHeldOut == true }),
      ]
    case .variants:
      let due = tally.entrants.filter { $0.entrance.isHeldOut != true }
      let members = Dictionary(grouping: due) { $0.entrance.variant }
      return tally.variants.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { id, _ in
        (.variant(id), members[id] ?? [])
      }
    }
  }

  private init(
    of tally: ExperimentTally, _ target: UpdateTarget, _ contrast: Contrast, _ groups: [Group], end: Timestamp,
    days: Int?
  ) {
    let times = groups.flatMap(\.entrants).map(\.entered)
    let days = days ?? Self.days(followed: times.map { $0.elapsed(until: end) })
    let arms = groups.map { Arm($0.name, $0.entrants, end: end, days: days) }
    let isEarly = !times.isEmpty && arms.allSatisfy { $0.followed == 0 }
    let shares = Self.expectedShares(of: tally, contrast, groups)
    let hasExpectedSizes = Self.hasExpectedSizes(arms, shares)
    let reference = Self.reference(among: arms, contrast)
    rule = tally.rule
    self.target = target
    self.contrast = contrast
    self.end = end
    self.days = days
    self.arms = arms
    entered = times.min().flatMap { first in times.max().map { first...$0 } }
    unreadable = tally.unreadable
    behindGap = tally.behindGap
    heldBack = tally.heldBack
    expectedShares = shares
    self.hasExpectedSizes = hasExpectedSizes
    comparisons =
      reference.map { reference in
        arms.filter { $0.name != reference.name }.map {
          ArmComparison($0, with: reference, isEarly: isEarly, hasExpectedSizes: hasExpectedSizes)
        }
      } ?? []
  }

  private static func expectedShares(of tally: ExperimentTally, _ contrast: Contrast, _ groups: [Group]) -> [Double]? {
    switch contrast {
    case .holdout:
      guard tally.holdouts.count <= 1 else { return nil }
      let heldOut = Double(tally.holdouts.first?.share ?? 0) / 10_000
      return [1 - heldOut, heldOut]
    case .variants:
      guard tally.weights.count <= 1 else { return nil }
      let weights = Dictionary(
        (tally.weights.first ?? []).map { ($0.id, Double($0.weight)) }, uniquingKeysWith: { first, _ in first })
      let sum = weights.values.reduce(0, +)
      return groups.map { group in
        if case .variant(let id) = group.name { (weights[id] ?? 0) / max(1, sum) } else { 0 }
      }
    }
  }

  /// The chance below which the sizes of the groups count as impossible.
  private static let errors = 0.001

  /// True if chance may have made the groups as large as they are. At most one log in a thousand fails by chance,
  /// counting all groups and both sides of each.
  private static func hasExpectedSizes(_ arms: [Arm], _ shares: [Double]?) -> Bool {
    let all = arms.reduce(0) { $0 + $1.entered }
    guard let shares, all > 0 else { return true }
    let least = errors / Double(2 * arms.count)
    return zip(arms, shares).allSatisfy { BinomialTail.chance(of: $0.entered, among: all, share: $1) >= least }
  }

  /// The longest of the usual times for which at least half of the installations were followed.
  ///
  /// It depends on when they entered and not on what they did, so the choice favours no group.
  private static func days(followed: [Int64]) -> Int? {
    usualDays.last { days in
      let length = Int64(days) * LengthOfTime.day
      return !followed.isEmpty && followed.count { $0 >= length } * 2 >= followed.count
    }
  }
}

extension Effect {
  /// Writes the figures as one object.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("target", target.text)
      $0.member("question", word: contrast)
      $0.member("firstEntered", entered?.lowerBound)
      $0.member("lastEntered", entered?.upperBound)
      $0.member("unreadable", unreadable)
      $0.member("unknown", behindGap)
      $0.member("heldBack", heldBack)
      $0.member("end", end)
      $0.member("days", days)
      $0.member("says", sentences.joined(separator: " "))
      $0.member("arms", arms) { $1.write(into: &$0, days: days) }
      $0.member("comparisons", comparisons) { $1.write(into: &$0) }
      $0.member("cautions", cautions) { $0.word($1) }
    }
  }
}

extension Arm {
  fileprivate func write(into output: inout JSONWriter, days: Int?) {
    output.object {
      $0.member("arm", wordText: name.kind)
      $0.member("variant", name.variant)
      $0.member("entered", entered)
      $0.member("sawBefore", sawBefore)
      $0.member("followed", followed)
      $0.member("saw", proportion.map { _ in saw })
      $0.member("updated", proportion?.count)
      $0.number("share", proportion?.share)
      $0.number("low", proportion?.interval.lowerBound)
      $0.number("high", proportion?.interval.upperBound)
      $0.member("medianMilliseconds", median.map { Int($0) })
      $0.member("updatedByDay", days.map { Array(0...$0) } ?? []) { output, day in
        output.integer(updated(after: Int64(day) * LengthOfTime.day))
      }
    }
  }
}

extension ArmComparison {
  fileprivate func write(into output: inout JSONWriter) {
    output.object {
      $0.member("arm", wordText: arm.name.kind)
      $0.member("variant", arm.name.variant)
      $0.member("against", wordText: reference.name.kind)
      $0.member("againstVariant", reference.name.variant)
      $0.number("difference", difference?.difference)
      $0.number("low", difference?.interval.lowerBound)
      $0.number("high", difference?.interval.upperBound)
      $0.member("verdict", word: verdict)
    }
  }
}

extension Arm.Name {
  fileprivate var kind: String {
    switch self {
    case .shown: "shown"
    case .heldOut: "heldOut"
    case .variant: "variant"
    }
  }

  fileprivate var variant: ExactString? { if case .variant(let id) = self { id } else { nil } }
}

extension JSONWriter {
  /// Appends a number with all its digits, or `null`.
  fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
    self.name(name)
    if let value { raw(json: "\(value)") } else { null() }
  }
}
