import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Where a setting that an explanation names comes from")
struct SettingOriginTests {
  private static func document(_ keys: String, root: String) -> String {
    #"{"packageName":"a","# + "\n" + root + "\n" + #""updates":[{"id":1,"targetVersion":"4.0","#
      + #""targetWebsiteUrl":"https://w","descriptions":{"*":"Please."}\#(keys)}]}"#
  }

  private func explanation(
    _ keys: String = "", root: String = "", trigger: FetchTrigger = .launch
  ) throws -> Explanation {
    var stream = Stream(now: try #require(DeviceTime(rfc3339: "2026-03-02T22:00:00.000Z")), source: "/i/1")
    stream.append(
      .launched(["appPackageName": "a", "appVersionName": "3.9", "deviceLanguage": "en", "deviceOsName": "linux"]))
    stream.append(.fetched(Self.document(keys, root: root), trigger: trigger))
    return Explanation(try stream.question(), in: stream.state)
  }

  private func policy(_ document: Document) throws -> Policy {
    guard case .accepted(let policy) = Formats.read(document).reading else { throw NotRead() }
    return policy
  }

  private struct NotRead: Error {}

  private func test(_ test: RuleTest, of explanation: Explanation) throws -> (rule: Rule, test: ExplainedTest) {
    let rule = try #require(explanation.rules.first)
    return (rule.rule, try #require(rule.tests.first { $0.test == test }))
  }

  @Test(
    "A setting for all rules has its place in the document",
    arguments: [
      (RuleTest.quietHours, #""quietHours":{"from":"20:00","to":"09:00"},"#, "", "/quietHours", 14),
      (.holdout, #""holdout":{"id":"h","percent":100},"#, "", "/holdout", 11),
      (.budget, #""frequencyCaps":[{"cap":1,"periodInHours":24}],"#, "", "/frequencyCaps/0", 18),
      (
        .budget, #""groups":{"a/b":{"frequencyCaps":[{"cap":1,"periodInHours":24}]}},"#, #","groups":["a/b"]"#,
        "/groups/a~1b/frequencyCaps/0", 35
      ),
    ])
  func rootSettings(name: RuleTest, root: String, keys: String, pointer: String, column: Int) throws {
    let (rule, test) = try test(name, of: explanation(keys, root: root))
    let place = try #require(test.comparisons.first?.place(in: rule))
    #expect(place.pointer == pointer)
    #expect(place.line == 2)
    #expect(place.column == column)
  }

  @Test("A rule's own hours keep their place beside those of all rules")
  func ownSetting() throws {
    let hours = #""quietHours":{"from":"20:00","to":"09:00"}"#
    let (rule, test) = try test(.quietHours, of: explanation("," + hours, root: hours + ","))
    #expect(test.comparisons.compactMap { $0.place(in: rule)?.line } == [2, 3])
  }

  @Test(
    "A test that is set and passes without looking says that it was lifted, never that it is not set",
    arguments: [
      (RuleTest.age, #","releasedAt":"2026-03-01","releasedForDays":7"#, ""),
      (.quietHours, #","quietHours":{"from":"20:00","to":"09:00"}"#, ""),
      (.quietHours, "", #""quietHours":{"from":"20:00","to":"09:00"},"#),
      (.holdout, #","holdout":{"id":"h","percent":100}"#, ""), (.holdout, "", #""holdout":{"id":"h","percent":100},"#),
      (.period, #","displayPeriodInHours":24"#, ""), (.count, #","maxDisplayCount":1"#, ""),
      (.rollout, #","phasedRollout":{"startAt":"2027-01-01"}"#, ""),
    ])
  func lifted(name: RuleTest, keys: String, root: String) throws {
    let (_, test) = try test(name, of: explanation(keys, root: root, trigger: .manual))
    #expect(test.passed)
    #expect(test.silence == .manual)
  }

  @Test("Quiet hours of a rule that its deadline made a force are not asked")
  func risen() throws {
    let keys = #","deadline":{"at":"2026-03-01"},"quietHours":{"from":"20:00","to":"09:00"}"#
    let (_, test) = try test(.quietHours, of: explanation(keys))
    #expect(test.silence == .blocking(.force))
  }

  @Test("A type of change is not asked of a rule about another app")
  func otherApp() throws {
    let (_, test) = try test(.change, of: explanation(#","targetPackageName":"b","updateTypes":["major"]"#))
    #expect(test.silence == .otherApp)
  }

  @Test("A rule whose id an earlier one has says which id it was given")
  func repeatedID() throws {
    let rule = #"{"id":"recall","descriptions":{"*":"A"}}"#
    let text = #"{"packageName":"a","messages":[\#(rule),\#(rule)]}"#
    let policy = try policy(Document(text: text, format: "herald"))
    #expect(policy.rules.map(\.id) == ["message:recall", "message:recall-2"])
    #expect(policy.rules.map(\.source.repeatedID) == [nil, "message:recall"])
  }

  @Test(
    "A house rule of the app is named where it sets what the document does not",
    arguments: [
      (#"{"updateTypes":["major"]}"#, RuleTest.change, "updateTypes"),
      (#"{"maxDisplayCount":1}"#, .count, "maxDisplayCount"), (#"{"rollout":1}"#, .rollout, "rollout"),
      (#"{"triggers":["manual"]}"#, .trigger, "triggers"),
    ])
  func houseRule(house: String, name: RuleTest, key: String) throws {
    var stream = Stream(now: try #require(DeviceTime(rfc3339: "2026-03-02T22:00:00.000Z")), source: "/i/1")
    stream.append(.launched(["appVersionName": "1.0", "deviceLanguage": "en", "deviceOsName": "ios"]))
    let document = Document(
      text: #"{"results":[{"version":"1.1"}]}"#, format: "itunes", storeURL: "https://s",
      houseRules: HouseRules(json: house))
    let policy = try policy(document)
    let rule = try #require(policy.rules.first)
    #expect(rule.source.houseRules == [key])
    let asked = Question(trigger: .launch, now: stream.now, source: "/i/1")
    var state = stream.state
    state.policy = policy
    let explained = try test(name, of: Explanation(asked, in: state))
    #expect(explained.test.comparisons.map { $0.houseRule(in: explained.rule) } == [key])
  }
}
