import Herald
import HeraldTestSupport
import Testing

@Suite("Pushes and latches")
struct LatchTests {
  private func state(_ events: EventData...) -> InstallationState {
    var stream = Stream()
    for event in events { stream.append(event) }
    return stream.state
  }

  /// A push, and whether it latches in an app of version 1.5 where user 1 is signed in.
  @Test(
    "A push latches where it asks this user for an update that is not installed yet",
    arguments: [
      (.pushed(), true), (.pushed(kind: "forceupdate"), false), (.pushed(kind: "other"), false),
      (.pushed(url: nil), false), (.pushed(url: ""), false), (.pushed(url: "ftp://h/"), false),
      (.pushed(user: "1"), true), (.pushed(user: "2"), false), (.pushed(user: ""), false),
      (.pushed(targetVersion: "1.6"), true), (.pushed(targetVersion: "1.5"), false),
      (.pushed(targetVersion: "1.5.0"), false),
      (.pushed(targetVersion: "1.4"), false), (.pushed(targetVersion: "one"), true), (.pushed(targetVersion: ""), true),
    ] as [(EventData, Bool)])
  func pushLatchesAPendingUpdate(push: EventData, isLatched: Bool) {
    let state = state(.launched(["appVersionName": "1.5"], user: "1"), push)
    #expect((state.latch != nil) == isLatched)
    #expect(state.counts.ignoredPushes == (isLatched ? 0 : 1))
  }

  @Test("A latch keeps the push's event, URL and target, and the installed version")
  func latchKeepsThePush() {
    let push = EventData.pushed("e-9", url: " https://h/é ", targetVersion: "2")
    #expect(
      state(.launched(["appVersionName": "1.5"]), push).latch
        == Latch(event: "e-9", url: "https://h/%C3%A9", targetVersion: "2", appVersionName: "1.5"))
    #expect(state(push).latch?.appVersionName == nil)
  }

  @Test("A newer push replaces the latch, and an ignored one does not")
  func newerPushReplacesTheLatch() {
    #expect(state(.pushed("1"), .pushed("2")).latch?.event == "2")
    #expect(state(.pushed("1"), .pushed("2", kind: "other")).latch?.event == "1")
  }

  @Test("A push for a user latches only where that user is signed in when it comes")
  func pushForAUserNeedsThatUser() {
    #expect(state(.launched([:]), .pushed(user: "1")).latch == nil)
    #expect(state(.launched([:]), .failed(user: .signedIn("1")), .pushed(user: "1")).latch != nil)
    #expect(state(.launched([:], user: "1"), .failed(user: .signedOut), .pushed(user: "1")).latch == nil)
    #expect(state(.launched([:], user: "1"), .failed(), .pushed(user: "1")).latch != nil)
  }

  @Test(
    "A launch clears a latch that is satisfied",
    arguments: [
      ("2.0", "1.0", "1.0", true), ("2.0", "1.0", "1.9", true), ("2.0", "1.0", "2.0", false),
      ("2.0", "1.0", "2", false),
      ("2.0", "1.0", "10", false), ("2.0", "1.0", "two", false), ("2.0", "1.0", nil, false), ("2.0", nil, nil, true),
      (nil, "1.0", "1.0", true), (nil, "1.0", "1.0.0", false), (nil, "1.0", "0.9", false), (nil, "1.0", nil, false),
      (nil, nil, "1.0", false), ("two", "1.0", "1.0", true), ("two", "1.0", "2.0", false), ("two", "one", "one", true),
    ] as [(String?, String?, String?, Bool)])
  func launchClearsASatisfiedLatch(target: String?, before: String?, after: String?, isKept: Bool) {
    let properties = { (version: String?) in version.map { ["appVersionName": $0] } ?? [:] }
    let latched = state(.launched(properties(before)), .pushed(targetVersion: target.map { ExactString($0) }))
    #expect(latched.latch != nil)
    let launched = state(
      .launched(properties(before)), .pushed(targetVersion: target.map { ExactString($0) }),
      .launched(properties(after)))
    #expect((launched.latch != nil) == isKept)
  }

  @Test("A latch is cleared by nothing but a launch")
  func onlyALaunchClearsALatch() {
    let events: [EventData] = [
      .foregrounded(), .appBackgrounded, .fetched("{}"), .failed(), .shown("p", rule: "push", kind: .force),
      .chosen("update", of: "p"), .attempted, .unknown,
    ]
    var stream = Stream()
    stream.append(.launched(["appVersionName": "1.0"]))
    stream.append(.pushed(targetVersion: "2.0"))
    for event in events {
      stream.append(event)
      #expect(stream.state.latch != nil)
    }
  }
}
