@testable import HeraldQuestions
import Herald
import HeraldTestSupport
import Testing

@Suite("The audit of prompts")
struct PromptAuditTests {
  private static let policy = Policy.make([.make("update:1", .force)])
  private static let launch = EventData.launched([:])

  /// The judgements on a stream, in their order.
  private func judged(_ events: [EventData]) -> [JudgedPrompt] {
    var (stream, decider, audit) = (Stream(), Decider(), PromptAudit())
    var judged: [JudgedPrompt] = []
    for data in events {
      stream.append(data)
      guard let fact = stream.facts.last else { continue }
      let decision = Question(data, at: fact.time, of: stream.source).map { decider.decide($0, in: stream.state) }
      if let one = audit.record(fact, decision: decision) { judged.append(one) }
    }
    if let last = audit.end() { judged.append(last) }
    return judged
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [EventData]
    let verdicts: [AuditVerdict]
  }

  private static let right = EventData.shown("p", rule: "update:1", kind: .force)
  private static let cases = [
    Case(
      testDescription: "what was decided was shown", events: [launch, policy.fetched(), right], verdicts: [.justified]),
    Case(
      testDescription: "another rule was shown",
      events: [launch, policy.fetched(), .shown("p", rule: "update:2", kind: .force)], verdicts: [.unjustified]),
    Case(
      testDescription: "the rule was shown as another kind",
      events: [launch, policy.fetched(), .shown("p", rule: "update:1", kind: .optional)], verdicts: [.unjustified]),
    Case(
      testDescription: "something was shown where nothing should have been", events: [launch, .failed(), right],
      verdicts: [.unjustified]),
    Case(testDescription: "nothing was decided before", events: [launch, right], verdicts: [.unjustified]),
    Case(
      testDescription: "the same was shown twice after one decision",
      events: [launch, policy.fetched(), right, .shown("q", rule: "update:1", kind: .force)],
      verdicts: [.justified, .unjustified]),
    Case(
      testDescription: "events that ask nothing stand between",
      events: [launch, policy.fetched(), .appBackgrounded, .pushed(), right], verdicts: [.justified]),
    Case(
      testDescription: "nothing was shown until the next decision",
      events: [launch, policy.fetched(), .foregrounded(), right], verdicts: [.missed, .justified]),
    Case(
      testDescription: "the log ends before it could be shown", events: [launch, policy.fetched()], verdicts: [.open]),
    Case(
      testDescription: "nothing to show, nothing shown", events: [launch, .failed(), .foregrounded()], verdicts: []),
    Case(
      testDescription: "a prompt on the screen is not missed",
      events: [launch, policy.fetched(), right, .foregrounded(), .foregrounded()], verdicts: [.justified]),
  ]

  @Test("The prompt audit judges each prompt by the last decision before it", arguments: cases)
  func promptIsJudgedByTheDecisionBefore(example: Case) {
    #expect(judged(example.events).map(\.verdict) == example.verdicts)
  }

  /// Judges a stream with missing revisions.
  private func judged(_ events: [EventData], without missing: Set<Int>) -> [JudgedPrompt] {
    var (stream, decider, audit) = (Stream(), Decider(), PromptAudit())
    var (state, judged) = (InstallationState(), [JudgedPrompt]())
    for data in events { stream.append(data) }
    for fact in stream.facts where !missing.contains(fact.revision) {
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
      if let one = audit.record(fact, decision: decision) { judged.append(one) }
    }
    if let last = audit.end() { judged.append(last) }
    return judged
  }

  @Test(
    "Behind a gap a disagreement is unknown, and agreement and an open end stay what they are",
    arguments: [
      ([launch, policy.fetched(), .appBackgrounded, .failed(), right], [3], [.unknown, .justified]),
      ([launch, policy.fetched(), right, .foregrounded()], [3], [.unknown, .open]),
      ([launch, .failed(), .appBackgrounded, right], [3], [.unknown]),
      ([launch, policy.fetched(), .appBackgrounded, right], [3], [.justified]),
      ([.appBackgrounded, launch, .failed(), right], [1], [.unknown]),
      ([launch, policy.fetched(), .foregrounded(), .appBackgrounded, right], [4], [.missed, .justified]),
      ([launch, .failed(), right, .appBackgrounded, .appBackgrounded], [4], [.unjustified]),
      ([launch, policy.fetched(), .appBackgrounded], [3], [.open]),
    ] as [([EventData], Set<Int>, [AuditVerdict])])
  func nobodyIsAccusedBehindAGap(events: [EventData], missing: Set<Int>, verdicts: [AuditVerdict]) {
    #expect(judged(events, without: missing).map(\.verdict) == verdicts)
  }

  @Test("A disagreement behind a gap names the missing revisions")
  func missingRevisionsAreNamed() throws {
    let events = [Self.launch, .failed(), .appBackgrounded, .appBackgrounded, .appBackgrounded, Self.right]
    let one = try #require(judged(events, without: [4]).last)
    #expect(one.words.hasSuffix("cannot be judged: revision 4 is missing"))
    let two = try #require(judged(events, without: [3, 4]).last)
    #expect(two.words.hasSuffix("cannot be judged: revisions 3 to 4 are missing"))
    let apart = try #require(judged(events, without: [2, 4, 5]).last)
    #expect(apart.words.hasSuffix("cannot be judged: revisions 2, 4 to 5 are missing"))
  }

  @Test("What is unknown behind a gap is all that would be a disagreement, in random streams", arguments: Seeds.all)
  func onlyDisagreementsBecomeUnknown(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let events = Stream.random(&random, count: 40).facts.map(\.data)
    let missing: Set<Int> = [1 + Int(random.next() % 40)]
    let gap = missing.first ?? 0
    for judged in judged(events, without: missing) {
      let isBehind = judged.missing.ranges == [gap...gap]
      #expect(judged.verdict != .unknown || isBehind)
      #expect(!(judged.verdict.isDisagreement && isBehind))
      #expect(judged.showing == nil || isBehind == (judged.revision > gap))
    }
  }

  @Test("The prompt audit finds nothing against an app that shows what is decided", arguments: Seeds.all)
  func obedientAppHasNothingUnjustified(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let asked = Stream.random(&random, count: 120).facts
    var (stream, decider) = (Stream(), Decider())
    for (index, fact) in asked.enumerated() {
      if case .promptShown = fact.data { continue }
      stream.append(fact.data, at: fact.time)
      guard let question = Question(fact.data, at: fact.time, of: stream.source),
        let prompt = decider.decide(question, in: stream.state).prompt
      else { continue }
      stream.append(.shown(ExactString("p-\(index)"), rule: prompt.rule, kind: prompt.kind), at: fact.time)
    }
    var audit = PromptAudit()
    var verdicts: [AuditVerdict] = []
    var (state, judge) = (InstallationState(), Decider())
    for fact in stream.facts {
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: stream.source).map { judge.decide($0, in: state) }
      if let judged = audit.record(fact, decision: decision) { verdicts.append(judged.verdict) }
    }
    #expect(verdicts == stream.facts.filter { $0.data.type == .promptShown }.map { _ in .justified })
    #expect(audit.end() == nil)
  }
}
