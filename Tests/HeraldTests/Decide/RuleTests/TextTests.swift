import Testing

@testable import Herald

@Suite("The test of the text")
struct TextTests {
  @Test(
    "The text test needs a text for the device's language",
    arguments: [
      (["en": "t"], "en-GB", true), (["en": "t"], "de", false), (["en": "t"], nil, false), (["*": "t"], "de", true),
      (["": "t"], nil, true), ([:], "en", false),
    ] as [([String: String], String?, Bool)])
  func ruleNeedsATextForTheLanguage(texts: [String: String], language: String?, expected: Bool) {
    let properties = ["deviceLanguage": language].compactMapValues { $0 }
    #expect(Trial(properties: properties).passes(.text, .make(texts: texts)) == expected)
  }

  @Test("The text test is explained with the device's language and the keys that there are")
  func textTestIsExplained() throws {
    let trial = Trial(properties: ["deviceLanguage": "en-GB"])
    #expect(
      try trial.comparisons(.text, .make(texts: ["tr": "t", "EN": "t"])) == [
        Comparison(
          "deviceLanguage", found: "en-GB", wanted: "a text in `EN`, `tr`", passed: true, decidedBy: "EN",
          key: "/descriptions", basis: .launch)
      ])
  }
}
