import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A rollout in phases")
struct RolloutPhasesTests {
  private func phases(_ steps: [Int] = [2_500, 5_000, 10_000]) throws -> RolloutPhases {
    let start = try #require(WindowDate("2026-03-02T08:00:00Z"))
    return try #require(RolloutPhases(startAt: start, steps: steps, interval: 3_600_000))
  }

  @Test(
    "The share of a rollout is that of its step, none before it starts and the last one for ever",
    arguments: [
      ("2026-03-02T07:59:59.999Z", 0), ("2026-03-02T08:00:00Z", 2_500), ("2026-03-02T08:59:59.999Z", 2_500),
      ("2026-03-02T09:00:00Z", 5_000), ("2026-03-02T10:00:00Z", 10_000), ("9999-12-31T00:00:00Z", 10_000),
      ("2026-03-02T10:00:00+02:00", 2_500),
    ])
  func shareIsThatOfTheStep(now: String, share: Int) throws { #expect(try phases().share(at: time(now)) == share) }

  @Test("Phases without a step or without length are none")
  func phasesNeedStepsAndLength() throws {
    let start = try #require(WindowDate("2026-03-02"))
    #expect(RolloutPhases(startAt: start, steps: [], interval: 1) == nil)
    #expect(RolloutPhases(startAt: start, steps: [1], interval: 0) == nil)
  }

  @Test("An installation joins a rollout at the start of its step, and an explanation knows when that is")
  func installationJoinsAtItsStep() throws {
    let rule = Rule(
      id: "update:1", kind: .optional, descriptions: Descriptions(inAllLanguages: PromptTexts()),
      destinations: Rule.Destinations(onAndroid: "https://h/", elsewhere: "https://h/"), phases: try phases())
    let source = try #require(
      (0..<100).map { ExactString("/i/\($0)") }.first {
        (2_500..<5_000).contains(Draw.rollout(rule: "update:1").number(of: $0))
      })
    var state = InstallationState()
    let start = try time("2026-03-02T08:30:00Z")
    state.apply(Fact(revision: 1, time: start, data: .appLaunched(AppLaunched(profile: .empty, user: nil))))
    state.policy = Policy.make([rule])
    let early = Explanation(Question(trigger: .launch, now: start, source: source), in: state)
    #expect(early.rules.first?.failed == .rollout)
    #expect(early.until == (try time("2026-03-02T09:00:00Z")).moment)
    let compared = early.rules.first?.tests.first { $0.test == .rollout }?.comparisons.first
    #expect(compared?.wanted == "below 25 %")
    let late = Question(trigger: .launch, now: try time("2026-03-02T09:00:00Z"), source: source)
    #expect(Explanation(late, in: state).decision.reason == .shown)
    let manual = Question(trigger: .manual, now: start, source: source)
    #expect(Explanation(manual, in: state).decision.reason == .shown)
  }
}
