import Herald
import HeraldFormats
import HeraldLog
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Whether each rule can be shown")
struct AnalyzeTests {
  static func answer(_ updates: [String], root: String = "", messages: [String] = []) throws -> AnalyzeAnswer {
    let text = """
      {"packageName":"com.example.shop"\(root),"updates":[\(updates.joined(separator: ","))],
      "messages":[\(messages.joined(separator: ","))]}
      """
    return try AnalyzeQuestion(Document(text: text, format: "herald"), named: "p.json").answer()
  }

  static func update(_ id: String, _ keys: String = "", text: String = #"{"*":"New."}"#) -> String {
    """
    {"id":"\(id)","descriptions":\(text),"targetWebsiteUrl":"https://example.com"\(keys.isEmpty ? "" : ",")\(keys)}
    """
  }

  /// The verdicts in words, such as `shown` and `covered by update:1`.
  static func verdicts(_ answer: AnalyzeAnswer) -> [String] {
    answer.rules.map { rule in
      switch rule.verdict {
      case .shown: "shown"
      case .never(.contradiction): "contradiction"
      case .never(.covered(let rules)): "covered by " + rules.map(\.string).joined(separator: ", ")
      case .notDecided(let limit): "not decided: \(limit)"
      }
    }
  }

  @Test("A rule behind one that is always shown is covered by it")
  func coveredByOne() throws {
    let answer = try Self.answer([Self.update("1"), Self.update("2", #""filters":{"deviceOsName":"ios"}"#)])
    #expect(Self.verdicts(answer) == ["shown", "covered by update:1"])
  }

  @Test("A rule behind two that are enough together is covered by both, and by no third one")
  func coveredByTwo() throws {
    let answer = try Self.answer([
      Self.update("1", #""filters":{"appVersionName":"<3"}"#), Self.update("2", #""filters":{"deviceOsName":"linux"}"#),
      Self.update("3", #""filters":{"appVersionName":"!<3"}"#), Self.update("4"),
    ])
    #expect(Self.verdicts(answer) == ["shown", "shown", "shown", "covered by update:1, update:3"])
  }

  @Test("Of many rules that cover another one, the fewest that are enough are named")
  func coveredByFewest() throws {
    let narrow = (1...8).map { Self.update("\($0)", #""filters":{"appVersionName":">=\#($0 - 1),!>=\#($0)"}"#) }
    let wide = ["<2", ">=2,!>=4", ">=4,!>=6", ">=6", "!<0"].enumerated().map {
      Self.update("\($0 + 9)", #""filters":{"appVersionName":"\#($1)"}"#)
    }
    let answer = try Self.answer(narrow + wide)
    // All versions below 0 are left for the last but one, and `!<0` is for devices without a version too.
    #expect(Self.verdicts(answer).last == "shown")
    let last = Self.update("14", #""filters":{"appVersionName":">=0,!>=8"}"#)
    let covered = try Self.answer(narrow + wide.dropLast() + [last])
    #expect(Self.verdicts(covered).last == "covered by update:9, update:10, update:11, update:12")
  }

  @Test("Two rules meet on a device that reaches both first, where using up an earlier rule uses up a limit of both")
  func pairBesideSharedCap() throws {
    let root = #","frequencyCaps":[{"cap":3,"periodInHours":72}]"#
    let force = Self.update("2", #""forceUpdate":true,"displayPeriodInHours":24"#)
    let message = #"{"id":"3","descriptions":{"*":"Hello."},"targetWebsiteUrl":"https://example.com"}"#
    let answer = try Self.answer(
      [Self.update("1", #""targetVersion":"1.0""#), force], root: root, messages: [message])
    #expect(answer.pairs.contains { $0.wins.id == "update:2" && $0.loses.id == "message:3" })
  }

  @Test("Two rules meet where the date of a deadline has made the later one a forced update")
  func pairBehindDate() throws {
    let force = Self.update(
      "1",
      #""forceUpdate":true,"triggers":["foreground"],"displayAfterDate":"2026-02-01","#
        + #""displayBeforeDate":"2026-04-01""#)
    let answer = try Self.answer([force, Self.update("2", #""deadline":{"at":"2026-03-01"}"#)])
    let pair = try #require(answer.pairs.first { $0.wins.id == "update:1" })
    #expect(pair.loses.id == "update:2")
  }

  @Test("An exit that leads nowhere is found on the devices without a system that it is for")
  func nowhereWithoutSystem() throws {
    let exit = #"{"id":"1","descriptions":{"*":"Gone."},"forceExit":true,"filters":{"deviceOsName":"''"}}"#
    #expect(try Self.answer([exit]).leadingNowhere.map(\.rule.id) == ["update:1"])
  }

  @Test("A variant without weight brings no text, because nobody draws it")
  func variantWithoutWeight() throws {
    let variants = #""variants":[{"id":"x","weight":0,"descriptions":{"*":"Now."}},{"id":"y","weight":1}]"#
    let answer = try Self.answer([Self.update("1", variants, text: #"{"de-AT":"Neu."}"#)])
    #expect(answer.rules.first?.witness?.profile[.deviceLanguage]?.string.hasPrefix("de") == true)
  }

  @Test("A rule that an error leaves out is named, and counted in the summary")
  func leftOut() throws {
    let answer = try Self.answer([Self.update("1"), #"{"id":"2","descriptions":{"*":"Leads nowhere."}}"#])
    #expect(answer.counts.shown == 1)
    #expect(answer.words.contains("! 1 finding leaves out rules or parts of them, which `herald lint` names.\n"))
    #expect(answer.json.hasSuffix(#""notDecided":0,"leftOut":1}}"# + "\n"))
    #expect(!(try Self.answer([Self.update("1")])).json.contains("leftOut"))
  }

  @Test("Where pairs of rules are not looked for, the answer says so")
  func limitOfPairs() throws {
    for (count, isLimited) in [(100, false), (101, true)] {
      let updates = (1...count).map { Self.update("\($0)", #""filters":{"appVersionName":"<1"}"#) }.joined(
        separator: ",")
      let document = Document(text: #"{"packageName":"com.example.shop","updates":[\#(updates)]}"#, format: "herald")
      let policy = try document.policy(named: "p.json")
      let scope = try AnalyzeScope(from: nil, assuming: nil, of: [policy])
      let search = WitnessSearch(DocumentDevices(policy, document, within: scope))
      #expect((search.limitOfPairs != nil) == isLimited)
    }
  }

  @Test("Wildcards and bounds that leave one version between them leave a device")
  func narrowGap() throws {
    let answer = try Self.answer([
      Self.update("1", #""filters":{"appVersionName":"<3.9"}"#),
      Self.update("2", #""filters":{"appVersionName":">=3.10"}"#),
      Self.update("3", #""filters":{"appVersionName":"3.9*"}"#),
    ])
    #expect(Self.verdicts(answer) == ["shown", "shown", "shown"])
  }

  @Test(
    "Conditions that no device and moment meet together are a contradiction",
    arguments: [
      #""filters":{"appVersionName":">=4"},"targetVersion":"4.0""#, #""filters":{"deviceOsName":"ios,!i*"}"#,
      #""rollout":0"#, #""displayAfterDate":"2026-12-02","displayBeforeDate":"2026-12-01""#,
      #""filters":{"appVersionName":"1.*,!1*"}"#,
    ])
  func contradiction(_ keys: String) throws {
    #expect(Self.verdicts(try Self.answer([Self.update("1", keys)])) == ["contradiction"])
  }

  @Test(
    "A rule behind one that can be used up is shown after it",
    arguments: [
      #""maxDisplayCount":3"#, #""displayPeriodInHours":24"#, #""targetVersion":"9","skippable":true"#,
      #""rollout":50"#,
      #""frequencyCaps":[{"cap":2,"periodInHours":1}]"#, #""displayAfterDate":"2026-12-01""#,
      #""displayBeforeDate":"2026-12-01""#, #""triggers":["login"]"#,
    ])
  func usedUp(_ keys: String) throws {
    let answer = try Self.answer([Self.update("1", keys), Self.update("2")])
    #expect(Self.verdicts(answer) == ["shown", "shown"])
  }

  @Test(
    "A force is ended by the lowest version that it lets go",
    arguments: [("<4.0", "4.0"), ("<=3.9", "3.10"), ("3.*", "4")])
  func endedBy(_ filter: String, _ version: String) throws {
    let answer = try Self.answer([Self.update("1", #""forceUpdate":true,"filters":{"appVersionName":"\#(filter)"}"#)])
    #expect(answer.rules.first?.endedBy == version)
    #expect(answer.rules.first?.isUnending == false)
  }

  @Test("A force for every version is ended by none")
  func unending() throws {
    let answer = try Self.answer([Self.update("1", #""forceUpdate":true"#)])
    #expect(answer.rules.map(\.isUnending) == [true])
    #expect(answer.json.contains(#"{"file":"p.json","unending":"update:1","witness":{"#))
  }

  @Test("No version ends a force for every version where another rule names versions by their beginning")
  func unendingBesideWildcard() throws {
    let wildcard = #""filters":{"appVersionName":"2.*"}"#
    let answer = try Self.answer([Self.update("1", #""forceUpdate":true"#), Self.update("2", wildcard)])
    #expect(answer.rules.map(\.isUnending) == [true, false])
    let behind = try Self.answer([Self.update("2", wildcard), Self.update("1", #""forceUpdate":true"#)])
    #expect(behind.rules.map(\.isUnending) == [false, false])
  }

  @Test(
    "An earlier rule for the blank version, or for one below the forced ones, lets no forced device go",
    arguments: [("''", true), ("1.0", true), ("1.0,<2.5", true), ("9.0", false), ("<2.5,9.0", false)])
  func unendingBesideVersions(_ filter: String, _ isUnending: Bool) throws {
    let answer = try Self.answer([
      Self.update("1", #""filters":{"appVersionName":"\#(filter)"}"#),
      Self.update("2", #""forceUpdate":true,"filters":{"appVersionName":">=2.5"}"#),
    ])
    #expect(answer.rules.map(\.isUnending) == [false, isUnending])
  }

  @Test("A review of devices without a version ends no force")
  func unendingBesideReview() throws {
    let force = Self.update("1", #""forceUpdate":true"#)
    let text = #"{"packageName":"com.a","reviewVersions":"''","updates":[\#(force)]}"#
    let answer = try AnalyzeQuestion(Document(text: text, format: "herald"), named: "p.json").answer()
    #expect(answer.rules.map(\.isUnending) == [true])
  }

  @Test("A rule without a text for some language has a device to which nothing else is wrong")
  func withoutText() throws {
    let answer = try Self.answer([Self.update("1", text: #"{"de":"Neu.","zh-TW":"新"}"#), Self.update("2")])
    #expect(answer.withoutText.map(\.rule.id) == ["update:1"])
  }

  @Test("A force that only the other system's store opens leads nowhere")
  func nowhere() throws {
    let update =
      #"{"id":"1","forceUpdate":true,"descriptions":{"*":"New."},"targetWebsiteUrl":"market://details?id=a"}"#
    let answer = try Self.answer([update])
    #expect(answer.leadingNowhere.map(\.rule.id) == ["update:1"])
    #expect(answer.leadingNowhere.first?.witness.profile[.deviceOsName] == "ios")
  }

  @Test("Two rules that meet on a device are a pair, and the earlier one wins")
  func pair() throws {
    let answer = try Self.answer([
      Self.update("1"), Self.update("2", #""forceUpdate":true,"filters":{"appVersionName":"<3"}"#),
      Self.update("3", #""filters":{"appVersionName":">=5"}"#),
    ])
    #expect(answer.pairs.map { "\($0.wins.id) \($0.loses.id)" } == ["update:1 update:2", "update:1 update:3"])
    #expect(answer.words.contains("update:2 (forced update) waits behind update:1 (optional update)"))
  }

  @Test("Nothing is shown to versions under review")
  func underReview() throws {
    let answer = try Self.answer(
      [Self.update("1", #""filters":{"appVersionName":"5.*"}"#), Self.update("2")], root: #","reviewVersions":"5.*""#)
    #expect(Self.verdicts(answer) == ["covered by ", "shown"])
  }

  @Test("What is probably not meant so is a finding at the place of its rule")
  func findings() throws {
    let nowhere =
      #"{"id":"1","forceUpdate":true,"descriptions":{"*":"New."},"targetWebsiteUrl":"market://details?id=a"}"#
    let answer = try Self.answer([nowhere, Self.update("2")])
    #expect(answer.findings.map(\.code.name) == ["neverShownRule", "destinationNowhere", "unendingForce"])
    #expect(answer.findings.map { $0.place?.pointer } == ["/updates/1", "/updates/0", "/updates/0"])
    #expect(answer.findings.allSatisfy { $0.severity == .warning })
    #expect(try Self.answer([Self.update("1")]).findings.isEmpty)
  }

  @Test("The lines are as the contract has them")
  func json() throws {
    let answer = try Self.answer([Self.update("1"), Self.update("2")])
    let lines = answer.json.split(separator: "\n")
    #expect(
      lines[1].hasPrefix(
        #"{"file":"p.json","rule":"update:2","kind":"optional","verdict":"never","because":"covered","coveredBy":["update:1"],"limit":null,"endedBy":null,"place":{"line":"#
      ))
    #expect(lines.last == #"{"file":"p.json","summary":{"rules":2,"shown":1,"never":1,"notDecided":0}}"#)
  }
}
