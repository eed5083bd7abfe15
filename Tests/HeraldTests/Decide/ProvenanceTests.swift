import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The causes of a decision")
struct CausesTests {
  @Test("A change of the state has the event that made it as its cause", arguments: EventType.allCases)
  func changesHaveTheirEvents(type: EventType) {
    for seed in 0..<20 {
      var random = SplitMix64(seed: UInt64(seed))
      var stream = Stream.random(&random, count: 40)
      stream.append(.random(type, &random))
      var (state, causes) = (InstallationState(), Provenance())
      for fact in stream.facts {
        let before = state
        state.apply(fact)
        let event = Self.event(fact, of: stream.source)
        causes.record(event, before: before, after: state)
        Self.check(causes, Provenance.EventName(event), before, state)
      }
    }
  }

  @Test("A push that shows at a return rests on the fetch whose policy lets it")
  func pushAtAReturn() throws {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    stream.append(.fetched(#"{"packageName":"a","pushOnForeground":true}"#))
    stream.append(.pushed("e-3", kind: "forceUpdate", url: "https://example.com/"))
    stream.append(.foregrounded())
    #expect(try Self.because(stream).map(\.event.revision) == [2, 3, 4])
  }

  @Test("A period rests on the event that set the clock back and moved the last showing, until the next showing")
  func clockSetBack() throws {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    stream.append(
      .fetched(#"{"packageName":"a","messages":[{"id":1,"displayPeriodInHours":24,"descriptions":{"*":"m"}}]}"#))
    stream.append(.shown("p", rule: "message:1", kind: .message))
    stream.append(.chosen("dismiss", of: "p"))
    stream.now = DeviceTime(moment: Timestamp(milliseconds: stream.now.moment.milliseconds - 3_600_000))
    stream.append(.appBackgrounded)
    stream.append(.fetchFailed(FetchFailed(trigger: .schedule, url: "u", reason: "offline")))
    #expect(try Self.because(stream).map(\.event.revision) == [1, 2, 3, 5, 6])
  }

  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// A stream with a document, to which showings and steps of the clock are added.
  private static func stream(_ rules: String, _ root: String = "") -> Stream {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a", "appVersionName": "1.0"]))
    stream.append(.fetched("{\"packageName\":\"a\",\(root)\"updates\":[\(rules)]}"))
    return stream
  }

  private static func update(_ id: Int, _ keys: String) -> String {
    """
    {"id":\(id),"targetVersion":"2.0","targetWebsiteUrl":"https://e.com",\(keys)"descriptions":{"*":"m"}}
    """
  }

  @Test(
    "A limit that showings of one moment fill rests on the showings of the rules that it counts",
    arguments: [
      (#""frequencyCaps":[{"cap":1,"periodInHours":24}],"#, "", [1, 2, 3, 7, 8], RuleTest.caps),
      (
        #""groups":["g"],"#, #""groups":{"g":{"frequencyCaps":[{"cap":1,"periodInHours":24}]}},"#, [1, 2, 3, 7, 8],
        .budget
      ),
      ("", #""frequencyCaps":[{"cap":2,"periodInHours":24}],"#, [1, 2, 3, 5, 7, 8], .budget),
    ])
  func limitsNameTheirShowings(keys: String, root: String, expected: [Int], test: RuleTest) throws {
    var stream = Self.stream(Self.update(1, keys) + "," + Self.update(2, ""), root)
    for (prompt, rule) in [("p", "update:1"), ("q", "update:2")] as [(ExactString, ExactString)] {
      stream.now = stream.now.later(by: Self.hour)
      stream.append(.shown(prompt, rule: rule, kind: .optional))
      stream.append(.chosen("later", of: prompt))
    }
    stream.now = stream.now.later(by: -8 * Self.day)
    stream.append(.appBackgrounded)
    stream.now = stream.now.later(by: Self.hour)
    stream.append(.fetchFailed(FetchFailed(trigger: .launch, url: "u", reason: "offline")))
    let (explanation, causes, asking) = try Self.explained(stream)
    let rule = try #require(explanation.rules.first)
    let comparison = try #require(rule.tests.first { $0.test == test }?.comparisons.first)
    #expect(!comparison.passed)
    let named = expected.filter { [3, 5].contains($0) }.last
    #expect(causes.event(for: comparison, rule: rule.rule.id)?.revision == named)
    let because = causes.because(of: explanation, asking: asking, in: stream.state)
    #expect(Set(because.map(\.event.revision)) == Set(expected))
  }

  @Test("A force by deferrals rests on the last showing, and on the event that moved it")
  func deferralsCountFromTheLastShowing() throws {
    var stream = Self.stream(Self.update(1, #""deadline":{"deferrals":1},"#))
    stream.append(.shown("p", rule: "update:1", kind: .optional))
    stream.append(.chosen("later", of: "p"))
    stream.append(.foregrounded(), at: stream.now.later(by: 2 * Self.hour))
    #expect(Set(try Self.because(stream).map(\.event.revision)) == [1, 2, 3, 4, 5])
    stream.now = stream.now.later(by: -Self.day)
    stream.append(.appBackgrounded)
    stream.append(.foregrounded(), at: stream.now.later(by: 2 * Self.hour))
    #expect(Set(try Self.because(stream).map(\.event.revision)) == [1, 2, 3, 4, 6, 7])
  }

  @Test("A force by age rests on the showing whose time is firstShown, also after the clock was set back")
  func ageCountsFromTheShowingOfItsTime() throws {
    var stream = Self.stream(Self.update(1, #""deadline":{"afterFirstShownInHours":1,"becomes":"exit"},"#))
    stream.append(.shown("p", rule: "update:1", kind: .optional))
    stream.append(.chosen("update", of: "p"))
    stream.now = stream.now.later(by: -Self.day)
    stream.append(.appBackgrounded)
    stream.append(.shown("q", rule: "update:1", kind: .optional))
    stream.append(.chosen("update", of: "q"))
    stream.append(.foregrounded(), at: stream.now.later(by: 2 * Self.hour))
    #expect(Set(try Self.because(stream).map(\.event.revision)) == [1, 2, 6, 8])
  }

  private static func explained(_ stream: Stream) throws -> (Explanation, Provenance, Event) {
    var (state, causes) = (InstallationState(), Provenance())
    for fact in stream.facts {
      let before = state
      state.apply(fact)
      causes.record(event(fact, of: stream.source), before: before, after: state)
    }
    let last = event(try #require(stream.facts.last), of: stream.source)
    let question = try #require(Question(last.data, at: last.time, of: last.source))
    return (Explanation(question, in: state), causes, last)
  }

  /// The causes of the last event's decision.
  private static func because(_ stream: Stream) throws -> [Provenance.Cause] {
    let (explanation, causes, last) = try explained(stream)
    return causes.because(of: explanation, asking: last, in: stream.state)
  }

  private static func check(
    _ causes: Provenance, _ name: Provenance.EventName, _ before: InstallationState, _ after: InstallationState
  ) {
    if after.profile != before.profile { #expect(causes.event(for: .launch, rule: "") == name) }
    if after.policy !== before.policy { #expect(causes.policy == name) }
    if after.latch !== before.latch, after.latch != nil { #expect(causes.latch == name) }
    if after.visible != before.visible, after.visible != nil { #expect(causes.visible == name) }
    for (rule, record) in after.records.entries.map({ ($0.rule, $0.record) }) {
      let earlier = before.records[rule]
      if record.shown != earlier?.shown ?? 0 { #expect(causes.event(for: .showing, rule: rule) == name) }
      if record.skippedVersion != earlier?.skippedVersion { #expect(causes.event(for: .skip, rule: rule) == name) }
    }
  }

  private static func event(_ fact: Fact, of source: ExactString) -> Event {
    var id = ExactString("e-\(fact.revision)")
    // A push names its latch by its own id.
    if case .pushReceived(let push) = fact.data { id = push.event }
    return Event(
      id: id, source: source, type: ExactString(fact.data.type?.rawValue ?? "x.y"), time: fact.time,
      revision: fact.revision, data: fact.data)
  }
}
