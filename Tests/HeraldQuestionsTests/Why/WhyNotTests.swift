@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Why a rule was not shown")
struct WhyNotTests {
  /// A decision that does not show the wanted rule, and the changes with which it would.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var rules: [Rule] = [.make("update:1")]
    var rule: ExactString = "update:1"
    var trigger: Trigger = .launch
    var packageName: ExactString?
    var review: String?
    var obstacles: [String]
    /// One of the smallest sets.
    var change: [Change]
    var prepare: @Sendable (inout InstallationState) -> Void = { _ in }
  }

  private static let now = Timestamp(milliseconds: 1_772_438_400_000)
  private static let day: Int64 = 86_400_000

  private static func earlier(by milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - milliseconds)
  }

  private static func shown(_ record: ShowingRecord) -> @Sendable (inout InstallationState) -> Void {
    { $0.records = ShowingRecords([ShowingRecords.Entry(rule: "update:1", record: record)]) }
  }

  private static let below2 = VersionCondition.below(target: PublishedVersion("2.0"), code: nil)

  /// A rule that is asked once a day in the last days before its deadline, and has no other period.
  private static let reminded: Rule = {
    var pacing = RulePacing()
    pacing.deadline = Deadline(
      at: WindowDate("2026-03-04T08:00:00Z"), reminders: [Deadline.Reminder(within: 3 * day, period: day)])
    return .make(pacing: pacing)
  }()

  static let endings: [Case] = [
    Case(
      testDescription: "before the first launch", obstacles: ["notLaunched"], change: [.launched],
      prepare: { $0.counts = EventCounts() }),
    Case(
      testDescription: "under another prompt", obstacles: ["alreadyVisible"], change: [.nothingVisible],
      prepare: { $0.visible = VisiblePrompt(prompt: "p", rule: "message:1", kind: .message) }),
    Case(
      testDescription: "at a heartbeat, at which an optional update is not shown either", trigger: .heartbeat,
      obstacles: ["silent", "trigger"], change: [.trigger(.launch)]),
    Case(
      testDescription: "to a version under review", review: "1.*", obstacles: ["underReview"],
      change: [.property(.appVersionName, "0")]),
    Case(
      testDescription: "behind a latched push", obstacles: ["latchedPush"], change: [.trigger(.schedule)],
      prepare: { $0.latch = Latch(event: "e", url: "https://h/", targetVersion: nil, appVersionName: "1.0") }),
    Case(
      testDescription: "under another app's policy", packageName: "b", obstacles: ["otherPackage"],
      change: [.property(.appPackageName, "b")]),
    Case(
      testDescription: "behind a rule that is shown instead", rules: [.make("update:0", .force), .make("update:1")],
      obstacles: ["earlierRule"], change: [.withoutRule("update:0")]),
    Case(
      testDescription: "behind two rules that are shown instead",
      rules: [.make("update:0", .force), .make("message:0", .force), .make("update:1")],
      obstacles: ["earlierRule", "earlierRule"], change: [.first("update:1")]),
    Case(
      testDescription: "that another document has", rule: "update:7", obstacles: ["notInPolicy"], change: []),
    Case(testDescription: "of a push that never came", rule: "push", obstacles: ["noLatch"], change: [.latched]),
    Case(
      testDescription: "of a push that waits", rule: "push", trigger: .schedule, obstacles: ["latchWaits"],
      change: [.trigger(.launch)],
      prepare: { $0.latch = Latch(event: "e", url: "https://h/", targetVersion: nil, appVersionName: "1.0") }),
  ]

  static let tests: [Case] = [
    Case(
      testDescription: "at a return", trigger: .foreground, obstacles: ["trigger"], change: [.trigger(.launch)]),
    Case(
      testDescription: "to a device that a filter leaves out",
      rules: [.make(filters: [Filter(property: "x-tier", text: "gold")])], obstacles: ["filters"],
      change: [.property("x-tier", "gold")]),
    Case(
      testDescription: "to the version that it leads to", rules: [.make(condition: below2)], obstacles: ["version"],
      change: [.property(.appVersionName, "1.0")], prepare: { $0.profile = Profile(["appVersionName": "2.0"]) }),
    Case(
      testDescription: "to an installation that it is not rolled out to", rules: [.make(rollout: 0)],
      obstacles: ["rollout"], change: [.rollout("update:1", Draw.rollout(rule: "update:1").number(of: "/i") + 1)]),
    Case(
      testDescription: "before its window opens", rules: [.make(after: WindowDate("2026-03-03T08:00:00Z"))],
      obstacles: ["window"], change: [.time(Timestamp(milliseconds: now.milliseconds + day))]),
    Case(
      testDescription: "after its window has closed", rules: [.make(before: WindowDate("2026-03-01T08:00:00Z"))],
      obstacles: ["window"], change: [.time(earlier(by: day))]),
    Case(
      testDescription: "after it was skipped", rules: [.make(condition: below2)], obstacles: ["skipped"],
      change: [.neverSkipped("update:1")], prepare: shown(ShowingRecord(skippedVersion: "2.0"))),
    Case(
      testDescription: "as often as it may be", rules: [.make(count: 2)], obstacles: ["count"],
      change: [.timesShown("update:1", 1)], prepare: shown(ShowingRecord(shown: 2))),
    Case(
      testDescription: "too soon", rules: [.make(period: day)], obstacles: ["period"],
      change: [.time(Timestamp(milliseconds: now.milliseconds + 1))],
      prepare: shown(ShowingRecord(lastShown: earlier(by: day - 1)))),
    Case(
      testDescription: "too soon for the reminders before its deadline", rules: [reminded], obstacles: ["period"],
      change: [.lastShown("update:1", earlier(by: day))],
      prepare: shown(ShowingRecord(lastShown: earlier(by: day - 1)))),
    Case(
      testDescription: "where the other app is installed",
      rules: [.make("update:1", .message, targetPackageName: "b")], obstacles: ["installed"],
      change: [.property("installed.b", nil)], prepare: { $0.profile = Profile(["installed.b": "true"]) }),
    Case(
      testDescription: "without a text", rules: [.make(texts: ["tr": "metin"])], obstacles: ["text"],
      change: [.property(.deviceLanguage, "tr")]),
    Case(
      testDescription: "with two obstacles that one trigger lifts",
      rules: [.make(count: 1, period: day)], obstacles: ["count", "period"], change: [.trigger(.manual)],
      prepare: shown(ShowingRecord(lastShown: now))),
    Case(
      testDescription: "with two obstacles that need two changes",
      rules: [.make(filters: [Filter(property: "x-tier", text: "gold")], texts: ["tr": "metin"])],
      obstacles: ["filters", "text"], change: [.property("x-tier", "gold"), .property(.deviceLanguage, "tr")]),
  ]

  @Test("Why-not names every obstacle of a rule, and the smallest change", arguments: endings + tests)
  func everyObstacleIsNamed(_ wanted: Case) throws {
    let whyNot = Self.answer(wanted)
    #expect(whyNot.obstacles.map(\.code) == wanted.obstacles)
    if wanted.change.isEmpty {
      #expect(whyNot.smallest.sets.isEmpty)
    } else {
      #expect(whyNot.smallest.sets.contains(wanted.change), "\(whyNot.smallest.sets)")
    }
    #expect(!whyNot.smallest.isCutShort)
  }

  private static func answer(
    _ wanted: Case, limits: SmallestChange.Limits = SmallestChange.Limits()
  ) -> WhyNot {
    var state = InstallationState()
    let now = DeviceTime(moment: now)
    state.apply(
      Fact(revision: 1, time: now, data: .launched(["appPackageName": "a", "appVersionName": "1.0"])))
    state.policy = Policy.make(wanted.rules, packageName: wanted.packageName, review: wanted.review)
    wanted.prepare(&state)
    return WhyNot(
      wanted.rule, Question(trigger: wanted.trigger, now: now, source: "/i"), in: state, limits: limits)
  }

  @Test("Why-not says nothing of a rule that was shown")
  func shownRuleHasNoWhyNot() {
    let whyNot = Self.answer(Case(testDescription: "", obstacles: [], change: []))
    #expect(whyNot.obstacles.isEmpty)
    #expect(whyNot.smallest.sets.isEmpty)
    #expect(whyNot.decision.prompt?.rule == "update:1")
  }

  @Test("Why-not searches no further than its limit, and says so", arguments: [1, 2, 5])
  func searchIsLimited(decisions: Int) throws {
    let two = try #require(Self.tests.last)
    let smallest = Self.answer(two, limits: SmallestChange.Limits(decisions: decisions)).smallest
    #expect(smallest.isCutShort)
    #expect(smallest.decisions == decisions)
    #expect(smallest.sets.isEmpty)
    let one = Self.answer(two, limits: SmallestChange.Limits(changes: 1)).smallest
    #expect(!one.isCutShort)
    #expect(one.sets.isEmpty)
  }
}
