@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Laws of what waiting ends")
struct WaitingLawTests {
  /// More milliseconds than any time of a small world lies ahead.
  private static let horizon: Int64 = 60

  @Test(
    "Waiting names for each test the first moment at which it passes, and from which it fails for good",
    arguments: 0..<8)
  func momentsAreThoseOfEveryMillisecond(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (begins, ends) = (0, 0)
    for _ in 0..<40 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random))
      let start = Hypothesis(question, in: state)
      let explained = try #require(start.explained(rule.id))
      let waiting = Waiting(explained, from: start)
      var later = start.atItsTrigger(explained)
      var passes: [RuleTest: [Bool]] = [:]
      for milliseconds in 0...Self.horizon {
        later.set(Timestamp(milliseconds: question.now.moment.milliseconds + milliseconds))
        for test in try #require(later.explained(rule.id)).tests { passes[test.test, default: []].append(test.passed) }
      }
      for test in explained.tests where test.test != .trigger {
        let row = try #require(passes[test.test])
        let first = row.firstIndex(of: true)
        let begin = test.passed ? nil : first
        #expect(moment(waiting.begins, test.test, question) == begin)
        let last = row.lastIndex(of: true)
        let end = last.flatMap { $0 == row.count - 1 ? nil : $0 + 1 }
        #expect(moment(waiting.ends, test.test, question) == end)
        #expect(waiting.isLasting(test.test) == (begin == nil))
        begins += begin == nil ? 0 : 1
        ends += end == nil ? 0 : 1
      }
    }
    #expect(begins + ends > 0)
  }

  private func moment(_ turns: [Waiting.Turn], _ test: RuleTest, _ question: Question) -> Int? {
    turns.first { $0.test == test }.map { Int($0.moment.milliseconds - question.now.moment.milliseconds) }
  }

  @Test("The obstacles that no waiting ends come first, each once", arguments: 0..<8)
  func lastingComeFirst(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.last)
      let whyNot = WhyNot(rule.id, question, in: state, limits: SmallestChange.Limits(changes: 0))
      let lasting = whyNot.byLasting.map { whyNot.isLasting($0) }
      #expect(lasting == lasting.sorted { $0 && !$1 })
      #expect(whyNot.byLasting.map(\.code).sorted() == whyNot.obstacles.map(\.code).sorted())
    }
  }
}
