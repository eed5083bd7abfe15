import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("What sets groups apart, in random logs")
struct GroupsLawTests {
  private static let conditions = [
    "counts.strayButtons > 0", "counts.returns > 2", "refused", "user", "visible", "decision.reason == shown",
    "properties.deviceModel == X", "latch and counts.clockSteps > 0",
  ]

  private static func log(_ seed: Int, phones: Int = 14) -> String {
    RandomLog.make(seed: seed, policies: RandomLog.plain + RandomLog.atOperations, phones: phones)
  }

  /// A log whose operations are some forty: more than a trace keeps as bits.
  private static func logOfManyOperations(_ seed: Int) -> String {
    let parts = log(seed, phones: 28).components(separatedBy: #""operation":""#)
    let numbered = parts.dropFirst().enumerated().map { #""operation":"\#(($0.offset * 7 + seed) % 41)-"# + $0.element }
    return parts[0] + numbered.joined()
  }

  @Test("Every feature is counted as in copies of all states", arguments: 0..<24)
  func counts(seed: Int) throws { try expectCounts(of: Self.log(seed), seed) }

  @Test("Each of many operations is counted as in copies of all states", arguments: 0..<6)
  func manyOperations(seed: Int) throws {
    let text = Self.logOfManyOperations(seed)
    // The names differ until there are 41 of them.
    #expect(text.components(separatedBy: #""operation":""#).count > 30)
    try expectCounts(of: text, seed)
  }

  private func expectCounts(of text: String, _ seed: Int) throws {
    let condition = try WrittenCondition(Self.conditions[seed % Self.conditions.count])
    for isEver in [false, true] {
      var naive = NaiveGroups(condition.condition, ever: isEver)
      try Rows.reader(text).replay(visitor: &naive)
      naive.finish()
      var fold = GroupsFold(Groups(condition.condition, against: nil, ever: isEver))
      try Rows.reader(text).replay(visitor: &fold)
      let counts = FeatureCounts(fold.members, fold.numbers, fold.bounds)
      #expect(counts.sizes == (naive.first.count, naive.second.count))
      let members = naive.first.merging(naive.second) { $1 }
      let features = Set(members.values.flatMap(\.self))
      let expected = features.compactMap { feature -> String? in
        let a = naive.first.count { $0.value.contains(feature) }
        let b = naive.second.count { $0.value.contains(feature) }
        return (2..<members.count).contains(a + b) ? "\(feature) \(a) \(b)" : nil
      }
      let found = counts.counted.map { "\($0.feature) \($0.count.a) \($0.count.b)" }
      #expect(Set(found) == Set(expected), "seed \(seed), ever \(isEver)")
      #expect(found.count == expected.count)
      let sets = counts.installations(with: counts.counted.map(\.feature))
      for (set, counted) in zip(sets, counts.counted) {
        let sources = Set(set.elements.map { counts.members[$0].source })
        #expect(sources == Set(members.filter { $0.value.contains(counted.feature) }.keys), "\(counted.feature)")
      }
    }
  }

  @Test("Features of the same installations are one set, and no two sets have the same", arguments: 0..<12)
  func sets(seed: Int) throws {
    var fold = GroupsFold(Groups(try Condition("counts.returns > 1"), against: nil, ever: true))
    try Rows.reader(Self.log(seed)).replay(visitor: &fold)
    guard fold.members.contains(where: \.isFirst), fold.members.contains(where: { !$0.isFirst }) else { return }
    let counts = FeatureCounts(fold.members, fold.numbers, fold.bounds)
    let difference = GroupDifference(counts, Consequence(of: []))
    var seen: Set<BitSet> = []
    for set in difference.sets {
      let own = Set(counts.installations(with: set.features))
      #expect(own.count == 1, "\(set.features)")
      #expect(seen.isDisjoint(with: own), "\(set.features)")
      seen.formUnion(own)
    }
    #expect(difference.tried == difference.sets.count)
    #expect(difference.sets.reduce(0) { $0 + $1.features.count } == counts.counted.count)
  }

  @Test("The answer is the same for the lines of a log in any order of installations, and for its ledger")
  func order() throws {
    let scratch = try Scratch()
    let text = Self.log(3)
    let sorted = text.split(separator: "\n").enumerated().sorted { left, right in
      let sources = [left, right].map { $0.element.components(separatedBy: #""source":""#)[1].prefix { $0 != "\"" } }
      return (sources[0], left.offset) < (sources[1], right.offset)
    }
    var question = GroupsQuestion(try WrittenCondition("counts.strayButtons > 0"))
    for isEver in [false, true] {
      question.isEver = isEver
      let answer = try question.answer(in: CorpusLog.events(lines: text))
      let other = try question.answer(in: CorpusLog.events(lines: sorted.map { $0.element + "\n" }.joined()))
      #expect(other.json == answer.json)
      let events = try CorpusLog.events(ledgerOf: text, in: scratch, named: "\(isEver).sqlite")
      #expect(try question.answer(in: events).json == answer.json)
    }
  }
}
