import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Laws of the decision")
struct DecisionLawTests {
  @Test(
    "A decision is a function of state and question, whatever was asked before and however much is cached",
    arguments: Seeds.all, [0, 40, 1 << 20])
  func decisionIsAFunction(seed: UInt64, capacity: Int) {
    var random = SplitMix64(seed: seed)
    var used = Decider(capacity: capacity)
    for _ in 0..<3 {
      Self.everyQuestion(&random) { question, state in
        var fresh = Decider()
        let first = used.decide(question, in: state)
        let second = used.decide(question, in: state)
        #expect(first == second)
        #expect(first == fresh.decide(question, in: state))
        #expect(first.revision == state.revision)
        #expect(first.question == question)
      }
    }
  }

  /// The tests that a policy has to ask for.
  private static let requested: Set<RuleTest> = [
    .fresh, .segments, .change, .age, .holdout, .quietHours, .caps, .budget,
  ]

  @Test("An explanation ends as the decision does, and has every test", arguments: Seeds.all)
  func explanationEndsAsTheDecision(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var reasons: Set<DecisionReason> = []
    Self.everyQuestion(&random) { question, state in
      var decider = Decider()
      let decision = decider.decide(question, in: state)
      let explanation = Explanation(question, in: state)
      reasons.insert(decision.reason)
      #expect(explanation.decision == decision)
      #expect(explanation.rules.map(\.rule.id) == decision.considered.map(\.rule.id))
      for (rule, considered) in zip(explanation.rules, decision.considered) {
        // No policy expires here, and none asks for a test beside the first ones.
        #expect(rule.tests.map(\.test) == RuleTest.allCases.filter { !Self.requested.contains($0) })
        #expect(rule.tests.first { !$0.passed }?.test == considered.failed)
        #expect(rule.failed == considered.failed)
        for test in rule.tests where test.test != .version {
          // A test passes if all its comparisons do. A version test may pass without a comparison.
          #expect(test.passed == test.comparisons.allSatisfy(\.passed))
        }
      }
    }
    #expect(reasons.count >= 4)
  }

  @Test("The rule that is shown is the first that passes, and the last that was considered", arguments: Seeds.all)
  func firstPassingRuleIsShown(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    Self.everyQuestion(&random) { question, state in
      var decider = Decider()
      let decision = decider.decide(question, in: state)
      let passing = decision.considered.filter { $0.failed == nil }.map(\.rule.id)
      switch decision.reason {
      case .shown where decision.prompt?.rule == Prompt.pushRule: #expect(decision.considered.isEmpty)
      case .shown:
        #expect(passing == [decision.prompt?.rule])
        #expect(decision.considered.last?.failed == nil)
      case .noRule:
        #expect(passing.isEmpty)
        #expect(decision.considered.count == state.policy?.rules.count)
      default:
        #expect(decision.considered.isEmpty)
        #expect(decision.prompt == nil)
      }
    }
  }

  /// Every question that a random stream asks, and some more at each of its states.
  private static func everyQuestion(_ random: inout SplitMix64, _ body: (Question, InstallationState) -> Void) {
    let stream = Stream.random(&random, count: 60)
    var state = InstallationState()
    for fact in stream.facts {
      state.apply(fact)
      if let question = Question(fact.data, at: fact.time, of: stream.source) { body(question, state) }
      let trigger = random.pick(Trigger.allCases)
      body(Question(trigger: trigger, now: fact.time, source: stream.source, isBusy: random.chance(20)), state)
    }
  }
}
