import Foundation
import Herald
import Testing

@testable import HeraldQuestions

@Suite("Statistics of effects")
struct StatisticsTests {
  @Test("Wilson's interval is the one of statsmodels", arguments: Vectors.proportions)
  func wilson(_ vector: Vectors.Interval) {
    let interval = Proportion(vector.counts[0], of: vector.totals[0]).interval
    #expect(abs(interval.lowerBound - vector.low) < 1e-12)
    #expect(abs(interval.upperBound - vector.high) < 1e-12)
  }

  @Test("Newcombe's interval is the one of statsmodels", arguments: Vectors.differences)
  func newcombe(_ vector: Vectors.Interval) {
    let proportions = zip(vector.counts, vector.totals).map { Proportion($0, of: $1) }
    let interval = ProportionDifference(proportions[0], from: proportions[1]).interval
    #expect(abs(interval.lowerBound - vector.low) < 1e-12)
    #expect(abs(interval.upperBound - vector.high) < 1e-12)
  }

  @Test("The curve of Kaplan and Meier is the one of statsmodels", arguments: Vectors.survivals)
  func survival(_ vector: Vectors.Survival) {
    let observations = zip(vector.times, vector.updated).map { SurvivalCurve.Observation($0, isUpdated: $1) }
    let wanted = vector.steps.filter { step in observations.contains { Double($0.time) == step[0] && $0.isUpdated } }
    let steps = SurvivalCurve(observations).steps
    #expect(steps.map { Double($0.time) } == wanted.map { $0[0] })
    #expect(zip(steps, wanted).allSatisfy { abs($0.share - $1[1]) < 1e-12 })
  }

  @Test(
    "Where groups do not differ, a difference is told in at most one of twenty fleets",
    arguments: [(60, 30), (200, 30), (120, 120)], [0.02, 0.1, 0.3, 0.5, 0.95])
  func falseAlarms(_ sizes: (Int, Int), _ share: Double) {
    let (first, second) = (Self.chances(sizes.0, share), Self.chances(sizes.1, share))
    var alarms = 0.0
    for (one, chance) in first.enumerated() {
      for (other, otherChance) in second.enumerated() {
        let difference = ProportionDifference(Proportion(one, of: sizes.0), from: Proportion(other, of: sizes.1))
        if !difference.interval.contains(0) { alarms += chance * otherChance }
      }
    }
    #expect(alarms <= 0.05)
  }

  /// How likely each number of installations updates, by the binomial distribution.
  private static func chances(_ total: Int, _ share: Double) -> [Double] {
    (0...total).map { count in
      let (n, k) = (Double(total), Double(count))
      let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      return exp(ways + k * log(share) + (n - k) * log(1 - share))
    }
  }

  @Test("The vectors are all there")
  func vectorsAreAllThere() {
    #expect(Vectors.proportions.count == 50)
    #expect(Vectors.differences.count == 52)
    #expect(Vectors.survivals.count == 23)
  }

  @Test("The median is the time by which half had updated, also where rounding makes it a little less")
  func median() {
    func median(_ updated: Int, of total: Int) -> Int64? {
      SurvivalCurve((1...total).map { .init(Int64($0), isUpdated: $0 <= updated) }).median
    }
    #expect(median(4, of: 10) == nil)
    for half in 1...40 { #expect(median(2 * half, of: 2 * half) == Int64(half)) }
  }

  @Test("No installations have no median")
  func noMedian() { #expect(SurvivalCurve([]).median == nil) }

  @Test("785 installations show a difference of 5 points from a group without end, and twice as many from an equal one")
  func neededSize() {
    #expect(NeededSize.smallerGroup(ratio: 0) == 785)
    #expect(NeededSize.smallerGroup(ratio: 1) == 1570)
  }

  @Test(
    "A log ends with its last event, without those of the half percent of clocks that are furthest ahead, at least one",
    arguments: [(1, 1), (2, 1), (80, 79), (199, 198), (200, 199), (1000, 995)])
  func logEnd(_ count: Int, _ end: Int64) {
    #expect(LogEnd((1...count).map { Timestamp(milliseconds: Int64($0)) }).time.milliseconds == end)
  }

  @Test(
    "A tenth of the clocks that lie behind a gap of more than 30 days is left out",
    arguments: [(10, 31, 89), (10, 30, 119), (11, 31, 119)])
  func logEndBehindAGap(_ clocks: Int, _ gap: Int, _ end: Int) {
    // One installation ends on each day from 0 on, and those behind the gap on the same day.
    let days = (0..<100 - clocks).map { $0 } + Array(repeating: 99 - clocks + gap, count: clocks)
    let found = LogEnd(days.map { Timestamp(milliseconds: Int64($0) * LengthOfTime.day) }).time.milliseconds
    #expect(found == Int64(end) * LengthOfTime.day)
  }

  @Test(
    "The chance of a group's size is that of the binomial distribution",
    arguments: [(1, 1, 0.08), (2, 12, 0.01), (33, 100, 0.5), (0, 40, 0.3), (40, 40, 0.3), (7, 1000, 0.01)])
  func binomialTail(_ count: Int, _ total: Int, _ share: Double) {
    let chances = Self.chances(total, share)
    let (few, many) = (chances[...count].reduce(0, +), chances[count...].reduce(0, +))
    #expect(abs(BinomialTail.chance(of: count, among: total, share: share) - min(few, many)) < 1e-12)
  }

  @Test("A share of nobody, or of everybody, leaves nothing to chance")
  func binomialTailOfNobody() {
    #expect(BinomialTail.chance(of: 0, among: 5, share: 0) == 1)
    #expect(BinomialTail.chance(of: 1, among: 5, share: 0) == 0)
    #expect(BinomialTail.chance(of: 5, among: 5, share: 1) == 1)
  }
}

/// What `Tools/effect/vectors` wrote.
enum Vectors {
  struct Interval: CustomTestStringConvertible {
    let counts: [Int]
    let totals: [Int]
    let low: Double
    let high: Double
    var testDescription: String { "\(counts) of \(totals)" }
  }

  struct Survival: Decodable, CustomTestStringConvertible {
    let times: [Int64]
    let updated: [Bool]
    /// Each a time and a share.
    let steps: [[Double]]
    var testDescription: String { "\(times.count) installations" }
  }

  private struct Line: Decodable {
    var count, total: Int?
    var counts, totals: [Int]?
    var low, high: Double?
  }

  private static let lines: [Data] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Vectors/statistics.jsonl")
    return ((try? Data(contentsOf: file)) ?? Data()).split(separator: 0x0A)
  }()

  private static let intervals: [Interval] = lines.compactMap { text in
    guard let line = try? JSONDecoder().decode(Line.self, from: text), let low = line.low, let high = line.high,
      let counts = line.counts ?? line.count.map({ [$0] }), let totals = line.totals ?? line.total.map({ [$0] })
    else { return nil }
    return Interval(counts: counts, totals: totals, low: low, high: high)
  }

  static let proportions = intervals.filter { $0.counts.count == 1 }
  static let differences = intervals.filter { $0.counts.count == 2 }
  static let survivals = lines.compactMap { try? JSONDecoder().decode(Survival.self, from: $0) }
}
