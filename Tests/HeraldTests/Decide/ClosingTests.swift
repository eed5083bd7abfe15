import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A rule that ends the search")
struct ClosingTests {
  private func rule(_ id: ExactString, tier: String, closing: Rule.Closing?, count: Int? = nil) -> Rule {
    Rule(
      id: id, kind: .optional, filters: [Filter(property: "tier", text: tier)], maxDisplayCount: count,
      descriptions: Descriptions(inAllLanguages: PromptTexts()),
      destinations: Rule.Destinations(onAndroid: "https://h/", elsewhere: "https://h/"), closing: closing)
  }

  private func state(_ rules: [Rule]) -> InstallationState {
    var state = InstallationState()
    state.apply(Fact(revision: 1, time: now, data: .launched(["tier": "gold"])))
    state.policy = Policy.make(rules)
    return state
  }

  private let now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
  private var question: Question { Question(trigger: .launch, now: now, source: "/i/1") }

  @Test(
    "No rule after one that ends the search is looked at, whether that one is shown or not",
    arguments: [
      (Rule.Closing.onDevice, "gold", 0, ["update:1"]), (.installable, "gold", 0, ["update:1"]),
      (.onDevice, "tin", 0, ["update:1", "update:2"]), (nil, "gold", 0, ["update:1", "update:2"]),
      (.onDevice, "gold", 1, ["update:1"]),
    ] as [(Rule.Closing?, String, Int, [ExactString])])
  func laterRulesAreNotLookedAt(closing: Rule.Closing?, tier: String, count: Int, expected: [ExactString]) {
    let state = state([
      rule("update:1", tier: tier, closing: closing, count: count), rule("update:2", tier: "gold", closing: nil),
    ])
    let explanation = Explanation(question, in: state)
    #expect(explanation.rules.map(\.rule.id) == expected)
    #expect((explanation.decision.prompt == nil) == (expected.count == 1 && count == 0))
  }
}
