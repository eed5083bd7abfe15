import HeraldQuestionsTestSupport
@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("What another policy changes")
struct PolicyComparisonTests {
  private static func launch(_ version: String = "1.0", on system: String = "ios") -> EventData {
    .launched(["appVersionName": version, "deviceOsName": system])
  }
  private static let force: Policy = .make([.make("update:1", .force)])
  private static let exit: Policy = .make([ending(at: nil)])

  private static func ending(at destination: ExactString?, kind: PromptKind = .exit) -> Rule {
    Rule(
      id: "update:9", kind: kind,
      descriptions: Descriptions([Descriptions.Entry(key: "*", texts: PromptTexts(message: "text"))]),
      destinations: .init(onAndroid: destination, elsewhere: destination))
  }

  private func change(_ events: [EventData], under policy: Policy) -> PolicyChange {
    var stream = Stream()
    for data in events { stream.append(data) }
    return stream.lives { _ in policy }.change
  }

  @Test("A comparison of two lives counts each rule by kind in both, and says where it was first shown")
  func rulesAreCountedInBothLives() {
    let events: [EventData] = [
      Self.launch(), Self.mild.fetched(), .shown("p", rule: "update:1", kind: .optional), .chosen("later", of: "p"),
      .foregrounded(), .foregrounded(),
    ]
    let change = change(events, under: Self.force)
    #expect(
      change.rules == [
        RuleChange(rule: "update:1", kind: .force, before: 0, after: 3, revision: 2),
        RuleChange(rule: "update:1", kind: .optional, before: 1, after: 0, revision: 2),
      ])
    #expect(change.rules.map(\.isNew) == [true, false])
    #expect(change.rules.map(\.isGone) == [false, true])
    #expect(change.isChange)
  }

  @Test("What an app showed otherwise than was decided is counted apart, and is not a change")
  func deviationsAreNoChange() {
    let events: [EventData] = [
      Self.launch(), Self.force.fetched(), .shown("q", rule: "message:1", kind: .message), .chosen("dismiss", of: "q"),
      .foregrounded(), .foregrounded(),
    ]
    let change = change(events, under: Self.force)
    #expect(!change.isChange)
    #expect(change.deviations.unjustified == 1)
    #expect(change.deviations.missed == 1)
  }

  @Test("The refusal that a document would meet is asked at an installation's last state")
  func refusalIsForeseen() {
    let other = Policy.make([.make("update:1", .force)], packageName: "another.app")
    var state = InstallationState()
    let events = [EventData.launched(["appPackageName": "this.app"]), Self.force.fetched()]
    for (index, data) in events.enumerated() {
      let time = DeviceTime(moment: Timestamp(milliseconds: Int64(index)))
      state.apply(Fact(revision: index + 1, time: time, data: data))
    }
    #expect(ForeseenRefusal(of: other.fetched(), in: state)?.reason == .otherPackage)
    #expect(ForeseenRefusal(of: Self.force.fetched(), in: state) == nil)
  }

  struct ProcessExit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [EventData]
    let policy: Policy
    var blocked = false
    var lockedOut = false
  }

  private static let mild: Policy = .make([.make("update:1")])
  private static let shownForce = EventData.shown("p", rule: "update:1", kind: .force)
  private static let endings: [ProcessExit] = [
    ProcessExit(
      testDescription: "a force that leads somewhere blocks", events: [launch(), mild.fetched()], policy: force,
      blocked: true),
    ProcessExit(
      testDescription: "an exit without destination locks out", events: [launch(), mild.fetched()], policy: exit,
      blocked: true, lockedOut: true),
    ProcessExit(
      testDescription: "a force without destination locks out", events: [launch(), mild.fetched()],
      policy: .make([ending(at: nil, kind: .force)]), blocked: true, lockedOut: true),
    ProcessExit(
      testDescription: "Google's store locks an iPhone out", events: [launch(), mild.fetched()],
      policy: .make([ending(at: "Market://details?id=a")]), blocked: true, lockedOut: true),
    ProcessExit(
      testDescription: "Google's store lets an Android device update", events: [launch(on: "Android"), mild.fetched()],
      policy: .make([ending(at: "market://details?id=a")]), blocked: true),
    ProcessExit(
      testDescription: "Apple's store locks an Android device out", events: [launch(on: "android"), mild.fetched()],
      policy: .make([ending(at: "itms-apps://apps.apple.com/app/id1")]), blocked: true, lockedOut: true),
    ProcessExit(
      testDescription: "nobody knows what another system opens", events: [launch(on: "harmony"), mild.fetched()],
      policy: .make([ending(at: "market://details?id=a")]), blocked: true),
    ProcessExit(
      testDescription: "an optional update blocks nobody", events: [launch(), force.fetched()], policy: mild),
    ProcessExit(
      testDescription: "a new launch of the same version frees nobody", events: [launch(), mild.fetched(), launch()],
      policy: force, blocked: true),
    ProcessExit(
      testDescription: "a launch as another version frees", events: [launch(), mild.fetched(), launch("2.0")],
      policy: force),
    ProcessExit(
      testDescription: "a decision for nothing frees", events: [launch(), .pushed(), .attempted, .foregrounded()],
      policy: force),
    ProcessExit(
      testDescription: "a heartbeat frees nobody",
      events: [launch(), mild.fetched(), mild.fetched(.heartbeat)], policy: force, blocked: true),
    ProcessExit(
      testDescription: "a busy user is not freed",
      events: [launch(), mild.fetched(), .foregrounded(busy: true)], policy: force, blocked: true),
    ProcessExit(
      testDescription: "a device that ends blocked in the log too is not counted",
      events: [launch(), force.fetched(), shownForce], policy: force),
    ProcessExit(
      testDescription: "a device that had a way out in the log and has none now is locked out, not newly blocked",
      events: [launch(), force.fetched(), shownForce, .chosen("update", of: "p")], policy: exit, lockedOut: true),
    ProcessExit(
      testDescription: "a device that had no way out in the log either is not counted",
      events: [launch(), exit.fetched(), .shown("p", rule: "update:9", kind: .exit)], policy: exit),
    ProcessExit(
      testDescription: "a logged force that was not decided blocks nobody",
      events: [launch(), mild.fetched(), shownForce], policy: force, blocked: true),
  ]

  @Test("A comparison of two lives notices who ends before a prompt that cannot be dismissed", arguments: endings)
  func endingBeforeABlockingPromptIsNoticed(example: ProcessExit) {
    let change = change(example.events, under: example.policy)
    #expect(change.isBlocked == example.blocked)
    #expect(change.isLockedOut == example.lockedOut)
  }
}
