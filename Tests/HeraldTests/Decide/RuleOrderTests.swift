import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Which rule is shown")
struct RuleOrderTests {
  @Test("The first rule that passes every test is shown, in the document's order, updates before messages")
  func firstPassingRuleInDocumentOrderIsShown() throws {
    let document = #"""
      {"packageName":"a","messages":[{"id":1,"descriptions":{"*":"m"}}],"updates":[
        {"id":2,"descriptions":{"*":"u"},"targetWebsiteUrl":"https://h","filters":{"x":"y"}},
        {"id":3,"descriptions":{"tr":"u"},"targetWebsiteUrl":"https://h"},
        {"id":4,"descriptions":{"*":"u"},"targetWebsiteUrl":"https://h"},
        {"id":5,"descriptions":{"*":"u"},"targetWebsiteUrl":"https://h","forceUpdate":true}]}
      """#
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    let decision = try stream.ask(.fetched(document))
    #expect(decision.prompt?.rule == "update:4")
    #expect(decision.considered.map(\.rule.id) == ["update:2", "update:3", "update:4"])
    #expect(decision.considered.map(\.failed) == [.filters, .text, nil])
    let later = try stream.ask(.foregrounded())
    #expect(later.prompt?.rule == "update:5")
    #expect(later.considered.map(\.failed) == [.trigger, .trigger, .trigger, nil])
    let none = try stream.ask(.attempted)
    #expect(none.prompt?.rule == "update:5")
  }

  @Test(
    "A rule's reason is the first of its tests that fails, in the contract's order",
    arguments: 0..<RuleTest.allCases.count)
  func firstFailedTestIsTheReason(passing: Int) throws {
    let all: [RuleTest] = [
      .fresh, .trigger, .filters, .segments, .version, .change, .age, .rollout, .holdout, .window, .quietHours,
      .skipped,
      .count, .caps, .budget, .period, .installed, .text,
    ]
    #expect(RuleTest.allCases == all)
    let now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
    let fails = { (test: RuleTest) in all.firstIndex(of: test).map { $0 >= passing } ?? false }
    // Only optional updates can be skipped, and only messages can be about another app.
    let kind: PromptKind = passing <= 11 ? .optional : .message
    let target = try #require(PublishedVersion("2.0"))
    let rule = Rule.make(
      "r", kind, filters: fails(.filters) ? [Filter(property: "x", text: "y")] : [],
      condition: .below(target: target, code: fails(.version) ? 0 : nil), rollout: fails(.rollout) ? 0 : 10_000,
      after: fails(.window) ? WindowDate("2027-01-01") : nil, count: fails(.count) ? 1 : nil,
      period: fails(.period) ? 1 : 0, targetPackageName: kind == .message ? "b" : nil,
      texts: fails(.text) ? [:] : ["*": "t"], targetVersion: target, releasedAt: WindowDate(now.moment, text: "now"),
      pacing: Self.pacing(failing: fails))
    var state = InstallationState()
    let properties = [
      "appVersionName": "1.0", "appPackageName": "b", "installed.b": fails(.installed) ? "true" : "false",
    ]
    let trust = try Trust(keys: [TestKey(1).publicKey])
    let profile = Profile(properties.map { (ExactString($0.key), ExactString($0.value)) })
    state.apply(Fact(revision: 1, time: now, data: .appLaunched(AppLaunched(profile: profile, trust: trust))))
    let expires = now.later(by: fails(.fresh) ? -1 : 0).moment
    state.policy = Policy.make([rule]).signed(
      PolicySignature(keys: trust.keys, promises: SignedPromises(expires: expires), isRenewed: false))
    var record = ShowingRecord()
    record.shown = 1
    record.lastShown = now.moment
    record.skippedVersion = "2.0"
    state.records = ShowingRecords([ShowingRecords.Entry(rule: "r", record: record)])
    let question = Question(trigger: fails(.trigger) ? .foreground : .launch, now: now, source: "/i")
    var decider = Decider()
    let decision = decider.decide(question, in: state)
    #expect(decision.considered.map(\.failed) == [all[passing]])
    #expect(decision.reason == .noRule)
    #expect(decision.prompt == nil)
  }

  /// What fails the tests that a rule or its document has to ask for.
  private static func pacing(failing fails: (RuleTest) -> Bool) -> RulePacing {
    let hour: Int64 = 3_600_000
    let segment = Segment(name: "s", filters: [Filter(property: "x", text: "y")])
    var pacing = RulePacing()
    pacing.segments = [SegmentTerm(segment, isWanted: fails(.segments))]
    pacing.updateTypes = fails(.change) ? [.patch] : [.major]
    pacing.releasedFor = fails(.age) ? hour : 0
    pacing.caps = [FrequencyCap(count: fails(.caps) ? 1 : 2, period: hour)]
    pacing.attention = Attention(
      caps: [FrequencyCap(count: fails(.budget) ? 1 : 2, period: hour)],
      holdout: Holdout(id: "h", share: fails(.holdout) ? 10_000 : 0),
      // The clock shows 08:00.
      quietHours: fails(.quietHours) ? QuietHours(from: 480, to: 481) : QuietHours(from: 481, to: 480))
    return pacing
  }
}
