import Herald

/// The bounds that documents set for the numbers that installations draw: shares of roll-outs, steps and holdouts, and
/// the arms of variants.
struct DrawBounds {
  /// The ranges of numbers that a document treats alike, by draw.
  private(set) var ranges: [Draw: Set<Range<Int>>] = [:]
  /// The policies that were read. Kept, so that their identifiers stay their own.
  private var known: [ObjectIdentifier: Policy] = [:]
  private var last: Policy?

  /// Adds the bounds of an accepted policy, of the rules for each system.
  mutating func add(_ policy: Policy) {
    if last === policy { return }
    last = policy
    if known.updateValue(policy, forKey: ObjectIdentifier(policy)) != nil { return }
    if let holdout = policy.attention?.holdout { add(bound: holdout.share, of: holdout.draw) }
    for rule in policy.rules {
      let draw = Draw.rollout(rule: rule.id)
      add(bound: rule.rollout, of: draw)
      for step in rule.phases?.steps ?? [] { add(bound: step, of: draw) }
      for holdout in [rule.pacing.holdout, rule.pacing.attention?.holdout] {
        if let holdout { add(bound: holdout.share, of: holdout.draw) }
      }
      add(armsOf: rule)
    }
  }

  /// Both sides of a share. A share of nobody or all has one side.
  private mutating func add(bound: Int, of draw: Draw) {
    guard bound > 0, bound < 10_000 else { return }
    ranges[draw, default: []].formUnion([0..<bound, bound..<10_000])
  }

  private mutating func add(armsOf rule: Rule) {
    let sum = rule.pacing.variants.reduce(0) { $0 + $1.weight }
    guard sum > 0 else { return }
    var start = 0
    for variant in rule.pacing.variants {
      let end = start + variant.weight
      // The least number n with n * sum / 10,000 ≥ start.
      let arm = (start * 10_000 + sum - 1) / sum..<(end * 10_000 + sum - 1) / sum
      if !arm.isEmpty, arm.count < 10_000 { ranges[.variant(rule: rule.id), default: []].insert(arm) }
      start = end
    }
  }

  static func += (all: inout Self, other: Self) {
    all.ranges.merge(other.ranges) { $0.union($1) }
  }
}
