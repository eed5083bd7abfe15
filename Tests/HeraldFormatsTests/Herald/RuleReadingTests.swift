import Herald
import Testing

@Suite("What a rule says is read")
struct RuleReadingTests {
  private func rule(_ keys: String, list: String = "updates") throws -> Rule {
    let text = #"{"packageName":"a","\#(list)":[{"descriptions":{"*":"t"},"targetWebsiteUrl":"https://h"\#(keys)}]}"#
    return try #require(try read(text).policy().rules.first, "the rule is left out")
  }

  @Test("A rule that says nothing is shown to everyone, at any time, any number of times")
  func emptyRuleIsShownToEveryone() throws {
    let rule = try rule("")
    #expect(rule.kind == .optional)
    #expect(rule.filters.isEmpty)
    #expect(rule.rollout == 10_000)
    #expect(rule.displayPeriod == 0)
    #expect(rule.displayAfter == nil)
    #expect(rule.displayBefore == nil)
    #expect(rule.maxDisplayCount == nil)
    #expect(rule.targetPackageName == nil)
    #expect(!rule.isSkippable)
    #expect(rule.targetVersion == nil)
    guard case .none = rule.condition else {
      Issue.record("a version is asked")
      return
    }
  }

  @Test(
    "A key of a rule that is null is absent",
    arguments: [
      "id", "filters", "targetPackageUrl", "targetPackageName", "targetGooglePlay", "displayAfterDate",
      "displayBeforeDate", "maxDisplayCount", "displayPeriodInHours", "rollout", "forceUpdate", "forceExit",
      "targetVersion", "targetVersionCode", "skippable",
    ])
  func nullKeyIsAbsent(key: String) throws {
    let (with, without) = (try rule(#","\#(key)":null"#), try rule(""))
    #expect(with.id == without.id)
    #expect(with.kind == without.kind)
    #expect(with.rollout == without.rollout)
    #expect(with.filters.count == 0)
    #expect(with.maxDisplayCount == nil)
    #expect(with.displayPeriod == 0)
    #expect(with.displayAfter == nil)
    #expect(with.displayBefore == nil)
    #expect(with.destinations == without.destinations)
  }

  @Test(
    "A boolean of a rule may be written as text or number",
    arguments: [
      ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true), ("0e5", false), ("-0", false),
      (#""true""#, true), (#"" TRUE\n""#, true), (#""False""#, false), (#""1""#, true), (#"" 0""#, false),
    ])
  func booleanMayBeTextOrNumber(written: String, value: Bool) throws {
    #expect(try rule(#","forceUpdate":\#(written)"#).kind == (value ? .force : .optional))
    #expect(try rule(#","forceExit":\#(written)"#).kind == (value ? .exit : .optional))
    #expect(try rule(#","skippable":\#(written)"#).isSkippable == value)
    #expect(
      try rule(#","targetGooglePlay":\#(written)"#).destinations.onAndroid
        == (value ? "market://details?id=a" : "https://h"))
    let policy = try read(#"{"packageName":"a","pushOnForeground":\#(written)}"#).policy()
    #expect(policy.pushOnForeground == value)
  }

  @Test("Exit takes precedence over force, and a message stays a message whatever it says")
  func exitComesBeforeForce() throws {
    #expect(try rule(#","forceExit":true,"forceUpdate":true"#).kind == .exit)
    let message = try rule(#","forceExit":"?","forceUpdate":[],"skippable":true,"targetVersion":7"#, list: "messages")
    #expect(message.kind == .message)
    #expect(!message.isSkippable)
    #expect(message.targetVersion == nil)
  }

  @Test(
    "An integer of a rule may be written as text, or with a fraction of zero",
    arguments: [
      ("0", 0), ("50", 50), ("5e1", 50), ("50.00", 50), (#""50""#, 50), (#"" 50 ""#, 50), (#""5.0E1""#, 50),
      ("9007199254740991", 9_007_199_254_740_991), ("-0", 0),
    ])
  func integerMayBeTextOrFractionOfZero(written: String, value: Int) throws {
    #expect(try rule(#","maxDisplayCount":\#(written)"#).maxDisplayCount == value)
    guard case .below(nil, let code) = try rule(#","targetVersionCode":\#(written)"#).condition else {
      Issue.record("no version code is asked")
      return
    }
    #expect(code == value)
    #expect(try read(#"{"packageName":"a","revision":\#(written)}"#).policy().revision == value)
  }

  @Test(
    "A roll-out is a percentage, rounded half up to the nearest hundredth",
    arguments: [
      ("0", 0), ("100", 10_000), ("12.345", 1235), ("12.344999", 1234), ("0.005", 1), ("0.00499999999999", 0),
      ("99.995", 10_000), ("99.99499", 9999), (#""33.3""#, 3330), ("1e-2", 1), ("1E2", 10_000), ("-0", 0),
      ("28.999999999999996447286321199499070644378662109375", 2900),
    ])
  func rolloutIsRoundedToHundredths(written: String, hundredths: Int) throws {
    #expect(try rule(#","rollout":\#(written)"#).rollout == hundredths)
  }

  @Test(
    "A period is a number of hours, rounded half up to the nearest millisecond",
    arguments: [
      ("0", 0), ("24", 86_400_000), ("0.5", 1_800_000), ("1.9", 6_840_000), (#"" 2 ""#, 7_200_000), ("0.00000125", 5),
      ("0.00000124999", 4), ("1e-7", 0), ("1.388888888888888888e-7", 0), ("1.388888888888888889e-7", 1),
      ("2562047788", 9_223_372_036_800_000),
    ] as [(String, Int64)])
  func periodIsRoundedToMilliseconds(written: String, milliseconds: Int64) throws {
    #expect(try rule(#","displayPeriodInHours":\#(written)"#).displayPeriod == milliseconds)
  }

  @Test("A period longer than all time never ends")
  func periodBeyondAllTimeNeverEnds() throws {
    let longest = try rule(#","displayPeriodInHours":9007199254740991"#).displayPeriod
    let range = Timestamp.range
    #expect(longest > range.upperBound.milliseconds - range.lowerBound.milliseconds)
  }

  @Test("The package of a rule is trimmed, and absent where it is blank")
  func packageIsTrimmed() throws {
    #expect(try rule(#","targetPackageName":" b c \n""#).targetPackageName == "b c")
    #expect(try rule(#","targetPackageName":" \t""#).targetPackageName == nil)
  }

  @Test(
    "A filter keeps its text as written, and null matches everything",
    arguments: [
      (#""2.10""#, "2.10"), ("2.10", "2.10"), ("1e2", "1e2"), ("true", "true"), ("false", "false"), ("-0.0", "-0.0"),
      (#"" A ""#, " A "), ("null", nil),
    ] as [(String, String?)])
  func filterKeepsItsText(written: String, text: String?) throws {
    let filters = try rule(#","filters":{"z":"1","a":\#(written)}"#).filters
    #expect(filters.map(\.text) == ["1", text].compactMap { $0 })
    #expect(filters.map(\.property) == ["z", "a"].prefix(filters.count).map { ExactString($0) })
    guard text != nil else { return }
    let review = try read(#"{"packageName":"a","reviewVersions":\#(written)}"#).policy().reviewVersions
    guard case .matching(let filter) = review else {
      Issue.record("the document has a filter for what is under review")
      return
    }
    #expect(filter.text == text)
    #expect(filter.property == .appVersionName)
  }
}
