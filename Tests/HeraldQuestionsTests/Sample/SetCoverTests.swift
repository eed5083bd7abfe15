import Testing

@testable import HeraldQuestions

@Suite("Few sets that have every element")
struct SetCoverTests {
  /// A number that follows from a seed.
  private struct Numbers {
    var seed: UInt64

    mutating func next(below bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(bound))
    }
  }

  private static func candidates(_ seed: Int) -> [SetCover.Candidate] {
    var numbers = Numbers(seed: UInt64(seed))
    return (0..<(1 + numbers.next(below: 9))).map { _ in
      let elements = (0..<numbers.next(below: 6)).map { _ in Int32(numbers.next(below: 10)) }
      return SetCover.Candidate(elements: Set(elements), cost: 1 + numbers.next(below: 4))
    }
  }

  private static func union(_ places: [Int], of candidates: [SetCover.Candidate]) -> Set<Int32> {
    places.reduce(into: []) { $0.formUnion(candidates[$1].elements) }
  }

  /// A cover that counts every gain anew, as the definition of a greedy one says.
  private static func slowGreedy(_ candidates: [SetCover.Candidate]) -> [Int] {
    var (chosen, covered) = ([Int](), Set<Int32>())
    while true {
      let gains = candidates.map { $0.elements.subtracting(covered).count }
      guard let most = gains.max(), most > 0 else { return chosen }
      let best = candidates.indices.filter { gains[$0] == most }
        .min { (candidates[$0].cost, $0) < (candidates[$1].cost, $1) }
      guard let best else { return chosen }
      chosen.append(best)
      covered.formUnion(candidates[best].elements)
    }
  }

  /// The number of sets of the smallest cover, from all subsets.
  private static func fewest(_ candidates: [SetCover.Candidate]) -> Int {
    let all = union(Array(candidates.indices), of: candidates)
    return (0..<(1 << candidates.count)).filter { subset in
      union(candidates.indices.filter { subset & (1 << $0) != 0 }, of: candidates) == all
    }.map(\.nonzeroBitCount).min() ?? 0
  }

  @Test("The chosen sets have every element, none is redundant, and they are a greedy cover", arguments: 0..<300)
  func lawsOfCovers(seed: Int) {
    let candidates = Self.candidates(seed)
    let cover = SetCover(candidates)
    let greedy = cover.greedy()
    #expect(greedy == Self.slowGreedy(candidates))
    let chosen = cover.withoutRedundant(greedy)
    let all = Self.union(Array(candidates.indices), of: candidates)
    #expect(Self.union(chosen, of: candidates) == all)
    for place in chosen {
      #expect(Self.union(chosen.filter { $0 != place }, of: candidates) != all, "\(place) is redundant")
    }
    let fewest = Self.fewest(candidates)
    #expect(chosen.count >= fewest)
    #expect(Double(chosen.count) <= 1.2 * Double(greedy.count) + 1)
    // The bound of a greedy cover: the harmonic number of the largest set, at most 1 + 1/2 + … + 1/5.
    #expect(Double(chosen.count) <= 2.284 * Double(fewest) + 0.001)
  }

  @Test("With a largest number the first ones of the greedy cover are chosen", arguments: 0..<40)
  func most(seed: Int) {
    let candidates = Self.candidates(seed)
    for most in 1...3 {
      #expect(SetCover(candidates, most: most).greedy() == Array(Self.slowGreedy(candidates).prefix(most)))
    }
  }

  @Test("Of two sets that add as much the cheaper is chosen, then the earlier")
  func ties() {
    func candidate(_ elements: Set<Int32>, _ cost: Int) -> SetCover.Candidate {
      SetCover.Candidate(elements: elements, cost: cost)
    }
    #expect(SetCover([candidate([1, 2], 5), candidate([1, 2], 3), candidate([2, 1], 3)]).greedy() == [1])
    #expect(SetCover([candidate([1], 2), candidate([2], 1)]).greedy() == [1, 0])
    #expect(SetCover([candidate([], 1)]).greedy().isEmpty)
  }
}
