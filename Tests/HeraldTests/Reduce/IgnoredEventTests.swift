import HeraldTestSupport
import Testing

import Herald

@Suite("Events that change nothing")
struct IgnoredEventTests {
  @Test("A push or a button is ignored exactly where the reducer only counts it", arguments: Seeds.all)
  func ignoredEventsAreThoseThatAreCounted(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 400)
    var (state, ignored) = (InstallationState(), 0)
    for fact in stream.facts {
      let (before, reason) = (state, IgnoredEvent(fact.data, in: state))
      state.apply(fact)
      let counted =
        state.counts.ignoredPushes + state.counts.strayButtons - before.counts.ignoredPushes
        - before.counts.strayButtons
      #expect(counted == (reason == nil ? 0 : 1))
      ignored += counted
    }
    #expect(ignored > 0)
  }

  @Test("Each reason why a push is ignored has its code")
  func pushesHaveReasons() {
    var state = InstallationState()
    state.apply(
      Fact(
        revision: 1, time: DeviceTime(moment: Timestamp(milliseconds: 0)),
        data: .appLaunched(AppLaunched(profile: Profile([(name: .appVersionName, value: "2.0")]), user: "ann"))))
    func reason(
      kind: ExactString = PushReceived.forceUpdate, url: ExactString? = "https://h/", target: ExactString? = nil,
      user: ExactString? = nil
    ) -> IgnoredEvent? {
      IgnoredEvent(
        .pushReceived(PushReceived(event: "e", kind: kind, url: url, targetVersion: target, user: user)), in: state)
    }
    #expect(reason() == nil)
    #expect(reason(kind: "hello") == .pushKind)
    #expect(reason(url: nil) == .pushAddress)
    #expect(reason(url: "javascript:x") == .pushAddress)
    #expect(reason(user: "bob") == .pushUser)
    #expect(reason(user: "ann") == nil)
    #expect(reason(target: "2.0") == .pushReached)
    #expect(reason(target: "2.1") == nil)
  }

  @Test("A push for a user whose name only looks the same is said to be written otherwise")
  func lookAlikeUsersAreNamed() {
    var state = InstallationState()
    state.user = "zoe\u{308}"
    let push = EventData.pushReceived(
      PushReceived(event: "e", kind: PushReceived.forceUpdate, url: "https://h/", user: "zo\u{EB}"))
    #expect(IgnoredEvent(push, in: state) == .pushUser)
    #expect(IgnoredEvent.pushUser.words(push, in: state).contains("written with other Unicode characters"))
    state.user = "bob"
    #expect(!IgnoredEvent.pushUser.words(push, in: state).contains("Unicode"))
  }
}
