import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test of the roll-out")
struct RolloutTests {
  @Test("Raising a roll-out only ever adds installations", arguments: Seeds.all)
  func raisedRolloutOnlyAdds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let id = ExactString("update:\(random.int(0...999))")
    let steps = (Array(0...20).map { $0 * 500 } + [1, 4999, 9999] + (0..<10).map { _ in random.int(0...10_000) })
      .sorted()
    let rules = steps.map { Rule.make(id, rollout: $0) }
    for number in 0..<20 {
      let trial = Trial(source: ExactString("/installations/\(seed)-\(number)"))
      let passed = rules.map { trial.passes(.rollout, $0) }
      #expect(passed == passed.sorted { !$0 && $1 })
      #expect(passed.first == false)
      #expect(passed.last == true)
    }
  }

  @Test(
    "The roll-out's draw is the first four bytes of the digest of rule and source, modulo 10,000", arguments: Seeds.all)
  func drawIsTheDigestsFirstBytes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let (rule, source) = (random.text(), random.text())
      let hex = Digest.of("\(rule)\n\(source)").string.dropFirst("sha256:".count).prefix(8)
      let draw = try #require(UInt32(hex, radix: 16)) % 10_000
      #expect(Draw.rollout(rule: rule).number(of: source) == Int(draw))
      let trial = Trial(source: source)
      #expect(!trial.passes(.rollout, .make(rule, rollout: Int(draw))))
      #expect(trial.passes(.rollout, .make(rule, rollout: Int(draw) + 1)))
    }
  }

  @Test("A roll-out reaches about its percentage of installations", arguments: [1000, 2500, 9000])
  func rolloutReachesItsShare(rollout: Int) {
    let count = 4000
    let drawn = (0..<count).count { Draw.rollout(rule: "update:1").number(of: ExactString("/i/\($0)")) < rollout }
    // Five standard deviations of such a draw are less than 2 of 50.
    #expect(abs(drawn * 10_000 - rollout * count) < count * 400)
  }

  @Test("Two rules draw one installation independently, and one rule two installations")
  func drawsAreIndependent() {
    let draws = (0..<50).flatMap { number in
      [
        Draw.rollout(rule: ExactString("r\(number)")).number(of: "s"),
        Draw.rollout(rule: "r").number(of: ExactString("s\(number)")),
      ]
    }
    #expect(Set(draws).count > 90)
  }

  @Test("A launch's draw for a rule stands for the number of the installation's name", arguments: [0, 4999, 9999])
  func drawOfTheLaunchCounts(draw: Int) {
    var trial = Trial()
    trial.draws = Draws(["update:1": draw, "update:2": 5])
    #expect(!trial.passes(.rollout, .make("update:1", rollout: draw)))
    #expect(trial.passes(.rollout, .make("update:1", rollout: draw + 1)))
    let own = Draw.rollout(rule: "update:3").number(of: "/i/1")
    #expect(!trial.passes(.rollout, .make("update:3", rollout: own)))
    #expect(trial.passes(.rollout, .make("update:3", rollout: own + 1)))
  }

  @Test("A decider that knows a device decides by the numbers of each launch on it")
  func knownDeviceHasDrawsOfEachLaunch() throws {
    let now = try time("2026-03-02T08:00:00+01:00")
    let profile = Profile([("appVersionName", "1.0")])
    let policy = Policy.make([.make("update:1", rollout: 5000)])
    var decider = Decider()
    let reasons = [4999, 5000, 4999].map { draw in
      var state = InstallationState()
      let launch = AppLaunched(profile: profile, draws: Draws(["update:1": draw]))
      state.apply(Fact(revision: 1, time: now, data: .appLaunched(launch)))
      state.apply(Fact(revision: 2, time: now, data: policy.fetched()))
      return decider.decide(Question(trigger: .launch, now: now, source: "/i/1"), in: state).reason
    }
    #expect(reasons == [.shown, .noRule, .shown])
  }

  @Test("The roll-out test is explained in percent, where there is a roll-out")
  func rolloutTestIsExplained() throws {
    #expect(try Trial().comparisons(.rollout, .make(rollout: 10_000)).isEmpty)
    let draw = Draw.rollout(rule: "update:1").number(of: "/i/1")
    let comparison = try #require(try Trial().comparisons(.rollout, .make(rollout: 1205)).first)
    #expect(comparison.wanted == "below 12.05 %")
    #expect(comparison.passed == (draw < 1205))
    #expect(comparison.key == "/rollout")
    let found = try #require(comparison.found?.dropLast(" %".count)).split(separator: ".")
    #expect(found.first == "\(draw / 100)")
    #expect(Int(found.dropFirst().first ?? "0") == draw % 100)
  }
}
