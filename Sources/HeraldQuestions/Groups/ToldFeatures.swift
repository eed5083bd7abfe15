import Herald

/// A line of the answer: a feature or a pair, how many of each group have it, and how likely that is by chance.
struct ToldFeature {
  let shared: [InstallationFeature]
  /// Other features, or pairs, of exactly the same installations.
  let same: [[InstallationFeature]]
  let a: Int
  let b: Int
  let chance: SharedChance
  /// True for a feature that reads what the condition is about.
  let follows: Bool
  /// The first group's installations without it; nil for more than five.
  var without: [ExactString]?
  /// The second group's installations with it; nil for more than five.
  var with: [ExactString]?

  fileprivate init(_ set: SharedSet, _ chance: SharedChance, follows: Bool) {
    shared = [set.features[0]]
    same = set.features.dropFirst().map { [$0] }
    (a, b) = (set.a, set.b)
    self.chance = chance
    self.follows = follows
  }

  fileprivate init(_ pair: SharedPair) {
    shared = pair.features
    same = pair.same
    (a, b) = (pair.a, pair.b)
    chance = pair.chance
    follows = false
  }
}

/// The lines of an answer in words, or with `--all` a line for everything that was tried.
extension GroupDifference {
  /// The best feature, up to two pairs, and further features, five in all; then up to five that follow from the condition.
  ///
  /// Where a feature is certain, features that may be chance are left out. Otherwise the three least likely have a line.
  var told: [ToldFeature] {
    let candidates = candidates(sets)
    let pairs = pairs(of: candidates).prefix(Self.mostPairs)
    let singles = candidates.prefix(Self.mostLines).map { ToldFeature($0, chance(of: $0), follows: false) }
    let certain = singles.filter { !$0.chance.mayBeChance }
    var told: [ToldFeature]
    if certain.isEmpty, pairs.isEmpty {
      told = Array(singles.prefix(Self.mostUncertain))
    } else {
      told = certain.prefix(1) + pairs.map { ToldFeature($0) } + certain.dropFirst()
      told = Array(told.prefix(Self.mostLines))
    }
    told += self.candidates(following).prefix(Self.mostFollowing)
      .map { ToldFeature($0, chance(of: $0), follows: true) }
    return naming(told)
  }

  private static let mostLines = 5
  private static let mostPairs = 2
  private static let mostUncertain = 3
  private static let mostFollowing = 5

  /// Sends a line for every set that was tried, and for every one that follows.
  func forEachTried(_ body: (ToldFeature) throws -> Void) rethrows {
    let all = sets.map { ($0, false) } + following.map { ($0, true) }
    // A few at a time, because each takes a bit for every installation.
    for start in stride(from: 0, to: all.count, by: Self.atOnce) {
      let some = all[start..<min(all.count, start + Self.atOnce)]
      for line in naming(some.map { ToldFeature($0, chance(of: $0), follows: $1) }) { try body(line) }
    }
  }

  private static let atOnce = 256

  /// The same lines with the exceptions by name.
  private func naming(_ lines: [ToldFeature]) -> [ToldFeature] {
    let features = Set(lines.flatMap(\.shared)).sorted()
    let installations = Dictionary(
      uniqueKeysWithValues: zip(features, counts.installations(with: features)))
    let first = counts.first
    return lines.map { line in
      var line = line
      let sets = line.shared.compactMap { installations[$0] }
      guard let one = sets.first else { return line }
      let all = sets.dropFirst().reduce(one) { $0.intersection($1) }
      if counts.sizes.a - line.a <= Self.mostExceptions { line.without = names(first.subtracting(all)) }
      if line.b <= Self.mostExceptions { line.with = names(all.subtracting(first)) }
      return line
    }
  }

  private static let mostExceptions = 5

  private func names(_ installations: BitSet) -> [ExactString] {
    installations.elements.map { counts.members[$0].source }
  }
}
