import Testing

@testable import Herald

/// Random small policies and states, and every set of candidates tried.
@Suite("Laws of why not")
struct WhyNotLawTests {
  @Test("a rule has no obstacle exactly where it is shown", arguments: Seeds.all)
  func obstacles(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let (question, state) = try SmallWorld.make(&random)
      for rule in state.policy?.rules.map(\.id) ?? ["update:1"] {
        let whyNot = WhyNot(rule, question, in: state, limits: SmallestChange.Limits(changes: 0))
        let isShown = whyNot.decision.shows(rule)
        #expect(whyNot.obstacles.isEmpty == isShown, "\(whyNot.obstacles.map(\.code)) \(whyNot.decision.reason)")
      }
    }
  }

  @Test("the first obstacle is what the decision says", arguments: Seeds.all)
  func first(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.last)
      let whyNot = WhyNot(rule.id, question, in: state, limits: SmallestChange.Limits(changes: 0))
      let expected: String?
      switch whyNot.decision.reason {
      case .shown where whyNot.decision.considered.isEmpty: expected = "latchedPush"
      case .shown: expected = whyNot.decision.shows(rule.id) ? nil : "earlierRule"
      case .noRule: expected = whyNot.decision.considered.last?.failed?.rawValue
      default: expected = whyNot.decision.reason.rawValue
      }
      #expect(whyNot.obstacles.first?.code == expected)
    }
  }

  @Test("a smallest change shows the rule, and no smaller set of candidates does", arguments: Seeds.all)
  func bruteForce(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var sizes: Set<Int> = []
    for _ in 0..<10 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random)).id
      let limits = SmallestChange.Limits(changes: 2)
      let smallest = WhyNot(rule, question, in: state, limits: limits).smallest
      let start = Hypothesis(question, in: state)
      for set in smallest.sets {
        let changed = set.reduce(start) { $0.applying($1) }
        #expect(changed.decision.shows(rule), "\(set)")
      }
      let size = start.decision.shows(rule) ? 0 : Self.smallestSize(for: rule, from: start)
      #expect(smallest.sets.first?.count ?? 0 == size ?? 0)
      #expect(smallest.sets.isEmpty == (size ?? 0 == 0))
      #expect(Set(smallest.sets.map(\.count)).count <= 1)
      sizes.insert(size ?? -1)
    }
    #expect(sizes.count > 1)
  }

  /// The size of the smallest set of at most two candidates that shows a rule; nil where there is none.
  private static func smallestSize(for rule: ExactString, from start: Hypothesis) -> Int? {
    let candidates = Candidates(toShow: rule, from: start)
    let all = SmallWorld.aspects(of: start.state).map { candidates[$0] }
    let singles = all.joined().map { start.applying($0) }
    if singles.contains(where: { $0.decision.shows(rule) }) { return 1 }
    for (index, first) in all.enumerated() {
      for change in first {
        let changed = start.applying(change)
        for second in all[(index + 1)...].joined() where changed.applying(second).decision.shows(rule) { return 2 }
      }
    }
    return nil
  }

  @Test("whatever one value of a small world shows the rule, one change is found", arguments: Seeds.all)
  func wholeWorld(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var found = 0
    for _ in 0..<40 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random)).id
      let start = Hypothesis(question, in: state)
      guard !start.decision.shows(rule) else { continue }
      let showing = SmallWorld.everyValue(in: start).filter { start.applying($0).decision.shows(rule) }
      let sets = WhyNot(rule, question, in: state, limits: SmallestChange.Limits(changes: 1)).smallest.sets
      let aspects = Set(sets.compactMap(\.first?.aspect))
      for change in showing { #expect(aspects.contains(change.aspect), "\(change) shows \(rule)") }
      found += showing.count
    }
    #expect(found > 0)
  }
}
