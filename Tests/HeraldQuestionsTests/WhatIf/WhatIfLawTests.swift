import HeraldQuestionsTestSupport
@testable import HeraldQuestions
import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Laws of the life under another policy")
struct WhatIfLawTests {
  /// A log of an app that shows every decided prompt, with a user who answers at once.
  private static func obedient(_ random: inout SplitMix64) -> (stream: Stream, answers: [ExactString]) {
    let asked = Stream.random(&random, count: 400)
    var (stream, decider) = (Stream(source: asked.source), Decider())
    var answers: [ExactString] = []
    for (index, fact) in asked.facts.enumerated() {
      if fact.data.type == .promptShown || fact.data.type == .buttonChosen { continue }
      stream.append(fact.data, at: fact.time)
      guard let question = Question(fact.data, at: fact.time, of: stream.source),
        let prompt = decider.decide(question, in: stream.state).prompt
      else { continue }
      let button = ExactString(random.pick(prompt.buttons).rawValue)
      answers.append(button)
      stream.append(.shown(ExactString("p-\(index)"), rule: prompt.rule, kind: prompt.kind), at: fact.time)
      stream.append(.chosen(button, of: ExactString("p-\(index)")), at: fact.time)
    }
    return (stream, answers)
  }

  @Test("A what-if under the log's own policies shows what an obedient log showed", arguments: Seeds.all)
  func ownPolicyShowsTheSame(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (stream, answers) = Self.obedient(&random)
    let steps = stream.counterfactual()
    var (state, decider) = (InstallationState(), Decider())
    let logged = stream.facts.compactMap { fact in
      state.apply(fact)
      return Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
    }
    #expect(!answers.isEmpty)
    #expect(steps.map(\.decision) == logged)
    #expect(steps.compactMap { $0.answer.map { ExactString($0.rawValue) } } == answers)
    let change = stream.lives().change
    #expect(!change.isChange)
    #expect(change.blockedBefore == change.blockedAfter)
  }

  @Test("A what-if under the log's own policies changes nothing, whatever the app showed", arguments: Seeds.all)
  func ownPolicyChangesNothing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 400)
    let change = stream.lives().change
    #expect(!change.isChange)
    #expect(change.blockedBefore == change.blockedAfter)
  }

  @Test("A what-if counts the deviations that an audit finds", arguments: Seeds.all)
  func deviationsAreThoseOfAnAudit(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 400)
    var (state, decider, audit) = (InstallationState(), Decider(), PromptAudit())
    let verdicts = stream.facts.compactMap { fact -> AuditVerdict? in
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
      return audit.record(fact, decision: decision)?.verdict
    }
    let deviations = stream.lives().change.deviations
    #expect(deviations.unjustified == verdicts.count { $0 == .unjustified })
    #expect(deviations.missed == verdicts.count { $0 == .missed })
    #expect(!deviations.isEmpty)
  }

  @Test("A what-if gives the same life for one log and policy, whatever was decided before", arguments: Seeds.all)
  func whatIfIsDeterministic(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 400)
    let policy = Self.policy(Stream.randomDocument(&random))
    let first = stream.counterfactual { _ in policy }
    var used = Decider()
    _ = Stream.random(&random, count: 60).counterfactual(decider: &used) { _ in policy }
    let second = stream.counterfactual(decider: &used) { _ in policy }
    #expect(first.map(\.decision) == second.map(\.decision))
    #expect(first.map(\.answer) == second.map(\.answer))
  }

  @Test("A what-if does not depend on what the log showed or answered, except for the answers", arguments: Seeds.all)
  func loggedShowingsDoNotMatter(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 400)
    let policy = Self.policy(Stream.randomDocument(&random))
    let kept = stream.facts.filter { $0.data.type != .promptShown && $0.data.type != .buttonChosen }
    let (all, some) = (stream.counterfactual { _ in policy }, stream.counterfactual(of: kept) { _ in policy })
    #expect(all.map(\.decision) == some.map(\.decision))
    #expect(all.map(\.answer) == some.map(\.answer))
  }

  @Test("A what-if with a raised roll-out only ever adds installations")
  func raisedRolloutOnlyAddsInWhatIf() {
    var added = 0
    for seed in Seeds.all {
      var random = SplitMix64(seed: seed)
      for number in 0..<10 {
        var stream = Stream(source: ExactString("/i/\(seed)/\(number)"))
        for fact in Stream.random(&random, count: 60).facts { stream.append(fact.data, at: fact.time) }
        let kind: PromptKind = random.pick([.exit, .force, .optional])
        let low = random.int(0...10_000)
        let high = random.int(low...10_000)
        let lives = [low, high].map { (percent: Int) -> [Counterfactual.Step] in
          let policy = Policy.make([.make("update:1", kind, rollout: percent), .make("message:1", .message, period: 9)])
          return stream.counterfactual { _ in policy }
        }
        let sees = lives.map { steps in steps.contains { $0.decision.prompt?.rule == "update:1" } }
        #expect(sees != [true, false])
        if sees[0] == sees[1] { #expect(lives[0].map(\.decision.prompt) == lives[1].map(\.decision.prompt)) }
        if !sees[0], sees[1] { added += 1 }
      }
    }
    #expect(added > 10)
  }

  private static func policy(_ text: String) -> Policy? {
    guard case .accepted(let policy) = Formats.read(Document(text: text, format: "herald")).reading else { return nil }
    return policy
  }
}
