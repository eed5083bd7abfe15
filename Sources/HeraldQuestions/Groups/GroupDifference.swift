import Foundation
import Herald

/// The features that set two groups apart, the least likely by chance first.
struct GroupDifference {
  let counts: FeatureCounts
  /// The sets of installations that share features, without those that follow from the condition; see ``SharedSet``.
  let sets: [SharedSet]
  /// The sets whose features follow from the condition.
  let following: [SharedSet]
  /// The number of ``sets``: how often chance had an opportunity.
  let tried: Int
  private let test: FisherTest

  /// A chance above it is one that one of a hundred logs without a cause has.
  static let mostLikely = 0.01

  init(_ counts: FeatureCounts, _ consequence: Consequence) {
    self.counts = counts
    let test = FisherTest(upTo: counts.members.count)
    self.test = test
    var shared: [FeatureCounts.Count: [InstallationFeature]] = [:]
    var follows: [FeatureCounts.Count: [InstallationFeature]] = [:]
    for counted in counts.counted {
      if consequence.contains(counted.feature) {
        follows[counted.count, default: []].append(counted.feature)
      } else {
        shared[counted.count, default: []].append(counted.feature)
      }
    }
    func sorted(_ sets: [FeatureCounts.Count: [InstallationFeature]]) -> [SharedSet] {
      sets.map { count, features in
        SharedSet(features.sorted(), a: count.a, b: count.b, of: counts.sizes, test)
      }.sorted()
    }
    sets = sorted(shared)
    following = sorted(follows)
    tried = sets.count
  }

  /// True if even a feature of all the first and of none of the others could not be certain.
  var isTooFew: Bool {
    log(Double(max(tried, 1))) + test.logChance(counts.sizes.a, 0, of: counts.sizes) > log(Self.mostLikely)
  }

  /// The chance of a set, times what was tried.
  func chance(of set: SharedSet) -> SharedChance { SharedChance(log: set.logChance + log(Double(max(tried, 1)))) }
}

/// A chance, as its logarithm: it may be smaller than any floating-point number.
struct SharedChance: Comparable {
  let log: Double

  /// At most 1.
  var capped: Double { log >= 0 ? 1 : exp(log) }
  /// True if one of a hundred logs without a cause, or more, would show as much.
  var mayBeChance: Bool { log > Foundation.log(GroupDifference.mostLikely) }

  static func < (left: Self, right: Self) -> Bool { left.log < right.log }
}

/// Features of exactly the same installations.
struct SharedSet: Comparable {
  /// In their order.
  let features: [InstallationFeature]
  /// The numbers of installations of each group that have them.
  let a: Int
  let b: Int
  /// The logarithm of the chance that as many of the first group or more have them.
  let logChance: Double
  /// The share of the first group that has them, less the share of the second, times both groups' sizes: an exact number,
  /// so that equal shares are equal.
  let separation: Int

  init(_ features: [InstallationFeature], a: Int, b: Int, of sizes: (a: Int, b: Int), _ test: FisherTest) {
    self.features = features
    self.a = a
    self.b = b
    logChance = test.logChance(a, b, of: sizes)
    separation = a * sizes.b - b * sizes.a
  }

  private init(_ other: SharedSet, _ features: [InstallationFeature]) {
    self.features = features
    (a, b, logChance, separation) = (other.a, other.b, other.logChance, other.separation)
  }

  /// The same set with some of its features; nil where none is left.
  func only(_ isWanted: (InstallationFeature) -> Bool) -> SharedSet? {
    let features = features.filter(isWanted)
    return features.isEmpty ? nil : SharedSet(self, features)
  }

  /// The logarithm of the chance without the digits that its computation leaves to rounding: equal chances of different
  /// numbers are equal.
  private var likelihood: Double { (logChance * 1e9).rounded() }

  /// The less likely first, then the one that separates more, then by the first feature.
  static func < (left: SharedSet, right: SharedSet) -> Bool {
    if left.likelihood != right.likelihood { return left.likelihood < right.likelihood }
    if left.separation != right.separation { return left.separation > right.separation }
    return left.features[0] < right.features[0]
  }

  static func == (left: SharedSet, right: SharedSet) -> Bool { left.features == right.features }
}

extension GroupDifference {
  /// The sets that answers in words have: sets that separate the first group, and for each kind of day the least likely split.
  func candidates(_ sets: [SharedSet]) -> [SharedSet] {
    let splits = [true, false].compactMap { isFirst in
      sets.lazy.flatMap(\.features).first { feature in
        if case .firstDay = feature { return isFirst }
        if case .lastDay = feature { return !isFirst }
        return false
      }
    }
    return sets.filter { $0.separation > 0 }.compactMap { set in
      set.only { !$0.isSplit || splits.contains($0) }
    }
  }

  /// The pairs of features that are certain, and less likely than every single feature, the least likely first.
  ///
  /// Each half has to be less likely than chance among the installations with the other. Otherwise it adds nothing.
  func pairs(of candidates: [SharedSet]) -> [SharedPair] {
    let best = Array(candidates.prefix(Self.pairedFeatures))
    guard let least = sets.first?.logChance, !best.isEmpty else { return [] }
    let installations = counts.installations(with: best.map { $0.features[0] })
    let first = counts.first
    var pairs: [SharedPair] = []
    for left in best.indices {
      for right in best.indices.dropFirst(left + 1) {
        let (a, b) = installations[left].counts(with: installations[right], among: first)
        let own = test.logChance(a, b, of: counts.sizes)
        guard own < least else { continue }
        let chance = chance(of: own, a, b, halves: [best[left], best[right]])
        if chance.mayBeChance { continue }
        pairs.append(
          SharedPair(
            halves: (best[left], best[right]), a: a, b: b, chance: chance, own: own,
            both: installations[left].intersection(installations[right])))
      }
    }
    return SharedPair.merged(pairs)
  }

  private static let pairedFeatures = 200

  /// The greatest of a pair's own chance and of each half's among those with the other, times what was tried.
  private func chance(of own: Double, _ a: Int, _ b: Int, halves: [SharedSet]) -> SharedChance {
    let pairs = log(Double(tried)) + log(Double(tried + 1)) - log(2)
    let greatest = halves.map { test.logChance(a, b, of: ($0.a, $0.b)) + log(Double(tried)) }
    return SharedChance(log: ([own + pairs] + greatest).max() ?? 0)
  }
}

/// Two features that set the groups apart together.
struct SharedPair {
  let halves: (SharedSet, SharedSet)
  let a: Int
  let b: Int
  let chance: SharedChance
  /// The logarithm of the pair's own chance.
  let own: Double
  /// The installations that have both.
  let both: BitSet
  /// Other pairs of exactly the same installations.
  var same: [[InstallationFeature]] = []

  var features: [InstallationFeature] { [halves.0.features[0], halves.1.features[0]].sorted() }

  /// One pair for the same installations, the least likely, the least likely of all first.
  fileprivate static func merged(_ pairs: [SharedPair]) -> [SharedPair] {
    var merged: [SharedPair] = []
    var places: [BitSet: Int] = [:]
    for pair in pairs.sorted(by: isBefore) {
      if let place = places[pair.both] {
        merged[place].same.append(pair.features)
      } else {
        places[pair.both] = merged.count
        merged.append(pair)
      }
    }
    return merged
  }

  private static func isBefore(_ left: SharedPair, _ right: SharedPair) -> Bool {
    if left.chance != right.chance { return left.chance < right.chance }
    if left.own != right.own { return left.own < right.own }
    return left.features.lexicographicallyPrecedes(right.features)
  }
}
