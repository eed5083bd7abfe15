import Herald

/// The installations of both groups, and how many of each have a feature.
struct FeatureCounts {
  /// In the order of their names, so that an answer does not depend on the order of a log or on threads.
  let members: [GroupMember]
  let sizes: (a: Int, b: Int)
  private let met: [FeatureNumbers.MetFeature]
  private(set) var counted: [CountedFeature] = []

  /// A feature, how many of each group have it, and a mark that features of exactly the same installations share.
  struct CountedFeature {
    let feature: InstallationFeature
    var count = Count()
  }

  /// A number of installations of each group.
  struct Count: Hashable {
    var a = 0
    var b = 0
    /// The sum of random numbers that stand for the installations: 128 bits, so that different sets have different sums.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func add(_ index: Int, isFirst: Bool) {
      if isFirst { a += 1 } else { b += 1 }
      low &+= Self.scrambled(UInt64(index) &* 2)
      high &+= Self.scrambled(UInt64(index) &* 2 &+ 1)
    }

    static func + (left: Count, right: Count) -> Count {
      var sum = left
      sum.a += right.a
      sum.b += right.b
      sum.low &+= right.low
      sum.high &+= right.high
      return sum
    }

    static func - (left: Count, right: Count) -> Count {
      var rest = left
      rest.a -= right.a
      rest.b -= right.b
      rest.low &-= right.low
      rest.high &-= right.high
      return rest
    }

    /// The output of SplitMix64 for a state.
    private static func scrambled(_ state: UInt64) -> UInt64 {
      var bits = (state &+ 1) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  /// - Parameters:
  ///   - members: the installations of both groups.
  ///   - numbers: the features by their numbers.
  ///   - bounds: the bounds of draws.
  init(_ members: [GroupMember], _ numbers: FeatureNumbers, _ bounds: DrawBounds) {
    self.members = members.sorted { $0.source < $1.source }
    met = numbers.features
    var all = Count()
    for (index, member) in self.members.enumerated() { all.add(index, isFirst: member.isFirst) }
    sizes = (all.a, all.b)
    countMet(all)
    countDraws(bounds)
    countSplits(all, of: \.firstDay) { .firstDay($0) }
    countSplits(all, of: \.lastDay) { .lastDay($0) }
    counted.removeAll { feature in
      let installations = feature.count.a + feature.count.b
      return installations < 2 || installations == self.members.count
    }
  }

  /// Counts the features that were met, and the properties that some lack.
  private mutating func countMet(_ all: Count) {
    var counts = [Count](repeating: Count(), count: met.count)
    for (index, member) in members.enumerated() {
      for feature in member.features { counts[Int(feature)].add(index, isFirst: member.isFirst) }
    }
    for (feature, count) in zip(met, counts) {
      switch feature {
      case .feature(let feature): counted.append(CountedFeature(feature: feature, count: count))
      case .named(let name): counted.append(CountedFeature(feature: .property(name, nil), count: all - count))
      }
    }
  }

  private mutating func countDraws(_ bounds: DrawBounds) {
    for (draw, ranges) in bounds.ranges {
      // Between two neighbouring bounds all ranges treat the numbers alike.
      let ends = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
      var cells = [Count](repeating: Count(), count: ends.count + 1)
      for (index, member) in members.enumerated() {
        let number = draw.number(of: member.source, unless: member.draws)
        cells[ends.partitioningIndex { $0 > number }].add(index, isFirst: member.isFirst)
      }
      for range in ranges {
        let start = ends.partitioningIndex { $0 > range.lowerBound }
        let end = ends.partitioningIndex { $0 >= range.upperBound }
        let count = cells[start...end].reduce(Count(), +)
        counted.append(CountedFeature(feature: .draw(draw, range), count: count))
      }
    }
  }

  /// Counts both sides of each split between two days.
  private mutating func countSplits(
    _ all: Count, of day: KeyPath<GroupMember, Int?>, _ feature: (InstallationFeature.SplitDays) -> InstallationFeature
  ) {
    var days: [Int: Count] = [:]
    for (index, member) in members.enumerated() {
      if let day = member[keyPath: day] { days[day, default: Count()].add(index, isFirst: member.isFirst) }
    }
    let sorted = days.sorted { $0.key < $1.key }
    let dated = sorted.reduce(Count()) { $0 + $1.value }
    var before = Count()
    for (day, count) in sorted {
      if before != Count() {
        counted.append(CountedFeature(feature: feature(.before(day)), count: before))
        counted.append(CountedFeature(feature: feature(.from(day)), count: dated - before))
      }
      before = before + count
    }
  }
}

extension FeatureCounts {
  /// The installations that have each of some features: a set of their indices for each.
  ///
  /// A second pass over the members, because sets of all features would take too much memory.
  func installations(with features: [InstallationFeature]) -> [BitSet] {
    var sets = [BitSet](repeating: BitSet(count: members.count), count: features.count)
    var places: [FeatureNumbers.MetFeature: (place: Int, isAbsence: Bool)] = [:]
    var draws: [Draw: [(place: Int, numbers: Range<Int>)]] = [:]
    var splits: [Int] = []
    for (place, feature) in features.enumerated() {
      switch feature {
      case .property(let name, nil): places[.named(name)] = (place, true)
      case .draw(let draw, let numbers): draws[draw, default: []].append((place, numbers))
      case .firstDay, .lastDay: splits.append(place)
      case .property, .version, .language, .zone, .zoneChange, .policy, .accepted, .refused, .shown, .button, .event,
        .operation, .trigger, .failure, .push, .gap, .clockStep, .fork,
        .refusedLines:
        places[.feature(feature)] = (place, false)
      }
    }
    let wanted = met.map { places[$0] }
    for (index, member) in members.enumerated() {
      for number in member.features { if let place = wanted[Int(number)]?.place { sets[place].insert(index) } }
      for place in splits where features[place].isSplit(with: member) { sets[place].insert(index) }
    }
    for (place, isAbsence) in places.values where isAbsence { sets[place].formComplement() }
    for (draw, ranges) in draws {
      for (index, member) in members.enumerated() {
        let number = draw.number(of: member.source, unless: member.draws)
        for (place, numbers) in ranges where numbers.contains(number) { sets[place].insert(index) }
      }
    }
    return sets
  }

  /// The installations of the first group.
  var first: BitSet {
    var set = BitSet(count: members.count)
    for (index, member) in members.enumerated() where member.isFirst { set.insert(index) }
    return set
  }
}

extension InstallationFeature {
  /// True if an installation is on this side of a split between days.
  fileprivate func isSplit(with member: GroupMember) -> Bool {
    if case .firstDay(let days) = self { return member.firstDay.map(days.contains) ?? false }
    if case .lastDay(let days) = self { return member.lastDay.map(days.contains) ?? false }
    return false
  }
}

extension Array where Element == Int {
  /// The index of the first element of a sorted array for which something is true, as for all behind it.
  fileprivate func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isBehind(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
