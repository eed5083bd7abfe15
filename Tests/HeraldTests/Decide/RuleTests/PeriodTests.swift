import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test of the period")
struct PeriodTests {
  private func passes(
    _ period: Int64, since elapsed: Int64?, _ kind: PromptKind = .optional, at trigger: Trigger = .launch
  ) -> Bool {
    var trial = Trial(trigger: trigger)
    let now = trial.now.moment.milliseconds
    trial.record = ShowingRecord(lastShown: elapsed.map { Timestamp(milliseconds: now - $0) })
    return trial.passes(.period, .make("r", kind, period: period))
  }

  @Test(
    "The period test demands a period between two showings, to the millisecond",
    arguments: [
      (86_400_000, 86_399_999, false), (86_400_000, 86_400_000, true), (86_400_000, 86_400_001, true), (1, 0, false),
      (1, 1, true), (0, 0, true), (0, nil, true), (86_400_000, nil, true), (0, -5, true), (10, -5, false),
      (.max / 4, 60_000_000_000_000, false),
    ] as [(Int64, Int64?, Bool)])
  func periodMustPassBetweenShowings(period: Int64, elapsed: Int64?, expected: Bool) {
    for kind in [PromptKind.optional, .message] { #expect(passes(period, since: elapsed, kind) == expected) }
  }

  @Test(
    "The period test passes what blocks, and what is asked for by hand", arguments: PromptKind.allCases,
    Trigger.allCases)
  func blockingAndManualPromptsDoNotWait(kind: PromptKind, trigger: Trigger) {
    let isLifted = kind == .exit || kind == .force || trigger == .manual
    #expect(passes(10, since: 9, kind, at: trigger) == isLifted)
  }

  @Test("The period test passes a rule that was never shown")
  func ruleNeverShownDoesNotWait() {
    #expect(Trial().passes(.period, .make(period: 86_400_000)))
  }

  @Test(
    "Lengths of time are written as a person says them",
    arguments: [
      (0, "0 s"), (1, "0.001 s"), (999, "0.999 s"), (60_000, "1 min"), (90_061_002, "1 d 1 h 1 min 1.002 s"),
      (86_400_000, "1 d"), (-3_600_050, "−1 h 0.050 s"), (3_599_999, "59 min 59.999 s"),
    ] as [(Int64, String)])
  func periodsAreWrittenForPeople(milliseconds: Int64, words: String) {
    #expect(LengthOfTime.words(milliseconds) == words)
  }

  @Test("The period test is explained with the time since the last showing")
  func periodTestIsExplained() throws {
    var trial = Trial()
    trial.record = ShowingRecord(lastShown: trial.now.later(by: -3_600_000).moment)
    #expect(
      try trial.comparisons(.period, .make(period: 86_400_000)) == [
        Comparison(
          "time since last shown", found: "1 h", wanted: "at least 1 d", passed: false, key: "/displayPeriodInHours",
          basis: .showing, numbers: .milliseconds(found: 3_600_000, wanted: 86_400_000))
      ])
  }
}
