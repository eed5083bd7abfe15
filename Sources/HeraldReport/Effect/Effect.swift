package import Herald

/// What a holdout or variants say about a rule: how many installations of each group updated.
///
/// An installation counts in the group that it entered, whatever happened later, and one that was never heard of again
/// counts as not updated.
package struct Effect: Sendable {
  /// What the groups differ in.
  package enum Question: String, Hashable, Sendable {
    /// Whether the document's optional prompts are held back.
    case holdout
    /// The texts of the rule's prompt.
    case variants
  }

  package let rule: ExactString
  package let target: UpdateTarget
  package let question: Question
  /// The first and the last entrance; nil where nobody entered.
  package let entered: ClosedRange<Timestamp>?
  /// The end of the log, until which installations are followed.
  package let end: Timestamp
  /// For how many days the installations that count were followed; nil where too few were followed for a day.
  package let days: Int?
  /// The groups. The last one of a holdout, and the first one of variants, is the one that others are compared with.
  package let arms: [Arm]
  /// The share of the installations that each group should have, in the order of ``arms``; nil where it changed.
  let expectedShares: [Double]?

  /// Something about the experiment that may mislead.
  package enum Caution: String, Hashable, Sendable, CaseIterable {
    /// The share of the holdout, or the weights of variants, changed while installations entered.
    case sharesChanged
    /// The groups have other sizes than chance would give them.
    case unevenGroups
    /// Installations that are held out saw the prompt all the same.
    case shownToHeldOut
    /// Several variants are compared with one.
    case severalComparisons
  }

  /// What may mislead in these figures, most important first.
  package var cautions: [Caution] {
    let heldOut = question == .holdout ? arms.last : nil
    return Caution.allCases.filter { caution in
      switch caution {
      case .sharesChanged: expectedShares == nil
      case .unevenGroups: !hasExpectedSizes
      case .shownToHeldOut: heldOut.map { $0.saw > 0 } ?? false
      case .severalComparisons: arms.count > 2
      }
    }
  }

  /// Whether chance alone may have made the groups as large as they are, with one error in a thousand.
  private var hasExpectedSizes: Bool {
    let all = arms.reduce(0) { $0 + $1.entered }
    guard let expectedShares, all > 0 else { return true }
    return zip(arms, expectedShares).allSatisfy { arm, share in
      let deviation = Double(arm.entered) - Double(all) * share
      return abs(deviation) <= NormalQuantile.ofBothTailsInAThousand * (Double(all) * share * (1 - share)).squareRoot()
    }
  }

  /// The group that the others are compared with.
  package var reference: Arm? { question == .holdout ? arms.last : arms.first }

  /// Each other group, compared with ``reference``.
  package var comparisons: [Comparison] {
    guard let reference else { return [] }
    return arms.filter { $0.name != reference.name }.map { Comparison(arm: $0, reference: reference) }
  }
}

extension Effect {
  /// The days for which installations are followed, unless the user names some.
  package static let usualDays = [1, 2, 3, 7, 14, 30, 60, 90]

  /// The effects that a rule's experiment has: of its holdout, of its variants, or of both.
  static func all(of tally: ExperimentTally, end: Timestamp, days: Int?) -> [Effect] {
    guard case .update(let target) = tally.outcome else { return [] }
    return [Question.holdout, .variants].compactMap { question in
      let groups = groups(of: tally, question)
      return groups.isEmpty ? nil : Effect(of: tally, target, question, groups, end: end, days: days)
    }
  }

  private typealias Group = (name: Arm.Name, entrants: [Entrant])

  private static func groups(of tally: ExperimentTally, _ question: Question) -> [Group] {
    switch question {
    case .holdout:
      guard tally.hasHoldout else { return [] }
      return [
        (.shown, tally.entrants.filter { $0.entrance.isHeldOut == false }),
        (.heldOut, tally.entrants.filter { $0.entrance.isHeldOut == true }),
      ]
    case .variants:
      return tally.variants.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { id, _ in
        (.variant(id), tally.entrants.filter { $0.entrance.variant == id && $0.entrance.isHeldOut != true })
      }
    }
  }

  private init(
    of tally: ExperimentTally, _ target: UpdateTarget, _ question: Question, _ groups: [Group], end: Timestamp,
    days: Int?
  ) {
    let times = groups.flatMap(\.entrants).map(\.entered)
    let days = days ?? Self.days(followed: times.map { $0.distance(to: end) })
    rule = tally.rule
    self.target = target
    self.question = question
    self.end = end
    self.days = days
    entered = times.min().flatMap { first in times.max().map { first...$0 } }
    arms = groups.map { Arm($0.name, $0.entrants, end: end, days: days) }
    expectedShares = Self.expectedShares(of: tally, question, groups)
  }

  private static func expectedShares(of tally: ExperimentTally, _ question: Question, _ groups: [Group]) -> [Double]? {
    switch question {
    case .holdout:
      guard tally.holdouts.count <= 1 else { return nil }
      let heldOut = Double(tally.holdouts.first?.share ?? 0) / 10_000
      return [1 - heldOut, heldOut]
    case .variants:
      guard tally.weights.count <= 1 else { return nil }
      let weights = tally.weights.first ?? []
      let sum = weights.reduce(0) { $0 + $1.weight }
      return groups.map { group in
        Double(weights.first { .variant($0.id) == group.name }?.weight ?? 0) / Double(max(1, sum))
      }
    }
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

extension Timestamp {
  /// The milliseconds from this moment to a later one; 0 where that is not later.
  func distance(to end: Timestamp) -> Int64 {
    let (difference, overflow) = end.milliseconds.subtractingReportingOverflow(milliseconds)
    return overflow ? 0 : max(0, difference)
  }
}
