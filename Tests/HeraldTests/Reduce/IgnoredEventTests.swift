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

  @Test(
    "An answer to a prompt that is not on the screen is ignored, whatever type of event brings it", arguments: Seeds.all
  )
  func straysAreIgnoredWhateverTheirType(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for type in EventType.allCases {
      let data = EventData.random(type, &random)
      let state = InstallationState()
      let isStray = IgnoredEvent(data, in: state) == .buttonWithoutPrompt
      #expect(isStray == (data.answer != nil), "\(type)")
      guard let answer = data.answer else { continue }
      #expect(IgnoredEvent.buttonWithoutPrompt.words(data, in: state).contains(answer.prompt.string.shown))
      var shown = state
      let other = PromptShown(prompt: "another one", rule: "message:1", kind: .message)
      shown.apply(Fact(revision: 1, time: DeviceTime(moment: Timestamp(milliseconds: 0)), data: .promptShown(other)))
      #expect(IgnoredEvent(data, in: shown) == .buttonOfOtherPrompt, "\(type)")
    }
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
