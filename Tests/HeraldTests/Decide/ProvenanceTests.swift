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

  /// The causes of the last event's decision.
  private static func because(_ stream: Stream) throws -> [Provenance.Cause] {
    var (state, causes) = (InstallationState(), Provenance())
    for fact in stream.facts {
      let before = state
      state.apply(fact)
      causes.record(event(fact, of: stream.source), before: before, after: state)
    }
    let last = event(try #require(stream.facts.last), of: stream.source)
    let question = try #require(Question(last.data, at: last.time, of: last.source))
    return causes.because(of: Explanation(question, in: state), asking: last, in: state)
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
