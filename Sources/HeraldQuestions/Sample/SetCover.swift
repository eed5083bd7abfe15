/// Chooses few sets that together have every element which any set has.
struct SetCover {
  /// A set that may be chosen. Of two that add as much, the cheaper is chosen, then the earlier.
  struct Candidate {
    let elements: Set<Int32>
    let cost: Int
  }

  private let candidates: [Candidate]
  private let most: Int

  /// - Parameters:
  ///   - candidates: the sets.
  ///   - most: the largest number of sets that are chosen; nil for as many as are needed.
  init(_ candidates: [Candidate], most: Int? = nil) {
    self.candidates = candidates
    self.most = most ?? .max
  }

  /// The places of the chosen sets, in the order in which they were chosen: each adds as much as any set could.
  func greedy() -> [Int] {
    var chosen: [Int] = []
    var covered: Set<Int32> = []
    // Of equal sets only the cheapest can ever be chosen.
    var open: [Set<Int32>: Int] = [:]
    for (place, candidate) in candidates.enumerated() where !candidate.elements.isEmpty {
      if let other = open[candidate.elements], !isBetter(place, than: other) { continue }
      open[candidate.elements] = place
    }
    var gains = open.values.map { (place: $0, gain: candidates[$0].elements.count) }
    while chosen.count < most {
      // A gain never grows, so a set whose old gain is too small need not be counted again.
      gains.sort { $0.gain != $1.gain ? $0.gain > $1.gain : isBetter($0.place, than: $1.place) }
      var best: (place: Int, gain: Int)?
      for index in gains.indices {
        if let best, gains[index].gain < best.gain { break }
        let (place, gain) = (gains[index].place, candidates[gains[index].place].elements.subtracting(covered).count)
        gains[index].gain = gain
        guard gain > 0, gain >= best?.gain ?? 0 else { continue }
        if let best, gain == best.gain, !isBetter(place, than: best.place) { continue }
        best = (place, gain)
      }
      guard let best else { break }
      chosen.append(best.place)
      covered.formUnion(candidates[best.place].elements)
      gains.removeAll { $0.gain == 0 || $0.place == best.place }
    }
    return chosen
  }

  private func isBetter(_ place: Int, than other: Int) -> Bool {
    (candidates[place].cost, place) < (candidates[other].cost, other)
  }

  /// The chosen sets without those whose elements the others have: none of what is left is redundant.
  func withoutRedundant(_ chosen: [Int]) -> [Int] {
    var counts: [Int32: Int] = [:]
    for place in chosen { for element in candidates[place].elements { counts[element, default: 0] += 1 } }
    var left = chosen
    // The costliest goes first, so that the small logs stay.
    for place in chosen.sorted(by: { isBetter($1, than: $0) }) {
      guard candidates[place].elements.allSatisfy({ counts[$0] ?? 0 > 1 }) else { continue }
      for element in candidates[place].elements { counts[element]? -= 1 }
      left.removeAll { $0 == place }
    }
    return left
  }
}
