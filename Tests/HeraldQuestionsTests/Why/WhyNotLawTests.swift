@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

/// Random small policies and states, and every set of candidates tried.
@Suite("Laws of why not")
struct WhyNotLawTests {
  @Test("Why-not names no obstacle exactly for a rule that is shown", arguments: Seeds.all)
  func shownRuleHasNoObstacle(seed: UInt64) throws {
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

  @Test("Why-not names first the obstacle that the decision names", arguments: Seeds.all)
  func firstObstacleIsTheDecisionsReason(seed: UInt64) throws {
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

  @Test("Why-not's changes show the rule, are all of one size, and none is smaller", arguments: Seeds.few)
  func changesAreSmallest(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var sizes: Set<Int> = []
    for _ in 0..<6 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random)).id
      let start = Hypothesis(question, in: state)
      let sets = WhyNot(rule, question, in: state, limits: SmallestChange.Limits(changes: 2)).smallest.sets
      for set in sets { #expect(set.reduce(start) { $0.applying($1) }.decision.shows(rule), "\(set)") }
      let wanted = start.decision.shows(rule) ? [] : Self.smallestAspects(for: rule, from: start)
      #expect(Set(sets.map { Set($0.map(\.input)) }) == wanted)
      #expect(sets.count == wanted.count)
      sizes.insert(wanted.first?.count ?? 0)
    }
    #expect(sizes.count > 1)
  }

  /// What the smallest sets of at most two candidates change, of all that show a rule.
  private static func smallestAspects(for rule: ExactString, from start: Hypothesis) -> Set<Set<Input>> {
    let candidates = Candidates(toShow: rule, from: start)
    let all = SmallWorld.aspects(of: start.state).map { (input: $0, changes: candidates[$0]) }
    func shows(_ hypothesis: Hypothesis, _ changes: [Change]) -> Bool {
      changes.contains { hypothesis.applying($0).decision.shows(rule) }
    }
    let singles = all.filter { shows(start, $0.changes) }
    guard singles.isEmpty else { return Set(singles.map { [$0.input] }) }
    var pairs: Set<Set<Input>> = []
    for (index, first) in all.enumerated() {
      let changed = first.changes.map { start.applying($0) }
      for second in all[(index + 1)...] where changed.contains(where: { shows($0, second.changes) }) {
        pairs.insert([first.input, second.input])
      }
    }
    return pairs
  }

  @Test("A rule is due from the first moment at which its own tests pass, and not a millisecond earlier")
  func dueIsTheFirstMoment() throws {
    var random = SplitMix64(seed: 1)
    var waits = 0
    for _ in 0..<1_000 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random))
      // Alone, a rule is shown exactly where its own tests pass.
      var alone = Hypothesis(question, in: state)
      alone.state.policy = state.policy?.with(rules: [rule])
      let whyNot = WhyNot(rule.id, question, in: alone.state, limits: SmallestChange.Limits(changes: 0))
      guard [.noRule, .shown].contains(whyNot.decision.reason), let due = whyNot.due else { continue }
      alone.question.trigger = due.trigger
      alone.set(due.from)
      #expect(alone.decision.shows(rule.id) == due.isShown)
      guard due.from > question.now.moment else { continue }
      waits += 1
      alone.set(Timestamp(milliseconds: due.from.milliseconds - 1))
      #expect(!alone.decision.shows(rule.id))
    }
    #expect(waits > 10)
  }

  @Test("Why-not finds one change where one value of a small world shows the rule", arguments: Seeds.few)
  func oneChangeIsFoundInASmallWorld(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var found = 0
    for _ in 0..<25 {
      let (question, state) = try SmallWorld.make(&random)
      let rule = try #require(state.policy?.rules.randomElement(using: &random)).id
      let start = Hypothesis(question, in: state)
      guard !start.decision.shows(rule) else { continue }
      let showing = SmallWorld.everyValue(in: start).filter { start.applying($0).decision.shows(rule) }
      let sets = WhyNot(rule, question, in: state, limits: SmallestChange.Limits(changes: 1)).smallest.sets
      let aspects = Set(sets.compactMap(\.first?.input))
      for change in showing { #expect(aspects.contains(change.input), "\(change) shows \(rule)") }
      found += showing.count
    }
    #expect(found > 0)
  }
}
