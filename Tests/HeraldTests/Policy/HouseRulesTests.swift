import Testing

@testable import Herald

@Suite("House rules")
struct HouseRulesTests {
  @Test("House rules are equal whatever their order and white space")
  func equal() {
    #expect(HouseRules(json: #"{"b":true, "a":1}"#) == HouseRules(json: "{\n\"a\":1,\"b\":true}"))
  }

  @Test("A number of the house rules keeps its digits, so that a percentage is rounded once")
  func digits() {
    #expect(
      HouseRules(json: #"{"rollout":12.344999999999999999999}"#)?.json == #"{"rollout":12.344999999999999999999}"#)
  }

  @Test("House rules are one JSON object", arguments: ["", "[]", "7", "{}{}", #"{"a":1,"a":2}"#])
  func noObject(text: String) {
    #expect(HouseRules(json: text) == nil)
  }
}
