import Testing

@testable import Herald

@Suite("The test of the count")
struct CountTests {
  @Test(
    "The count test shows a rule as often as its limit says, and no more",
    arguments: [
      (nil, nil, true), (nil, 1_000_000, true), (0, nil, false), (1, nil, true), (1, 0, true), (1, 1, false),
      (3, 2, true),
      (3, 3, false), (3, 4, false), (DecimalNumber.largestInteger, DecimalNumber.largestInteger - 1, true),
    ] as [(Int?, Int?, Bool)])
  func countLimitsShowings(limit: Int?, shown: Int?, expected: Bool) {
    for kind in [PromptKind.optional, .message] {
      let trial = Trial(record: shown.map { ShowingRecord(shown: $0) })
      #expect(trial.passes(.count, .make("r", kind, count: limit)) == expected)
    }
  }

  @Test(
    "The count test passes what blocks, and what is asked for by hand", arguments: PromptKind.allCases, Trigger.allCases
  )
  func blockingAndManualPromptsAreNotCounted(kind: PromptKind, trigger: Trigger) {
    let isLifted = kind == .exit || kind == .force || trigger == .manual
    #expect(Trial(trigger: trigger).passes(.count, .make("r", kind, count: 0)) == isLifted)
  }

  @Test("The count test is explained with the showings and the limit")
  func countTestIsExplained() throws {
    #expect(
      try Trial(record: ShowingRecord(shown: 2)).comparisons(.count, .make(count: 2)) == [
        Comparison(
          "times shown", found: "2", wanted: "fewer than 2", passed: false, key: "/maxDisplayCount", basis: .showing,
          numbers: .count(found: 2, wanted: 2))
      ])
  }
}
