@testable import HeraldQuestions
import Herald
import HeraldTestSupport
import Testing

@Suite("Why a prompt came again")
struct WhyAgainTests {
  private static let hour: Int64 = 3_600_000

  /// Shows and answers a rule's prompt, lets time pass, and asks again.
  private static func again(
    _ rule: Rule, after buttons: [Button], trigger: Trigger = .launch, properties: [String: String] = [:]
  ) -> WhyAgain? {
    var log = LoggedStream()
    log.append(.launched(["appVersionName": "1.0"].merging(properties) { $1 }))
    log.append(Policy.make([rule]).fetched())
    for (number, button) in buttons.enumerated() {
      log.append(.shown(ExactString("p\(number)"), rule: rule.id, kind: rule.kind))
      log.append(.chosen(ExactString(button.rawValue), of: ExactString("p\(number)")))
      log.now = log.now.later(by: hour)
    }
    let question = Question(trigger: trigger, now: log.now, source: "/i")
    return WhyAgain(Explanation(question, in: log.state), after: log.showings)
  }

  /// A stream with the showings that are noted on its way.
  private struct LoggedStream {
    var state = InstallationState()
    var showings = PastShowings()
    var now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))

    mutating func append(_ data: EventData) {
      let before = state
      let revision = state.revision + 1
      let type = ExactString(data.type?.rawValue ?? "unknown")
      let event = Event(
        id: ExactString("e\(revision)"), source: "/i", type: type, time: now, revision: revision, data: data)
      state.apply(event.fact)
      showings.record(event, before: before)
    }
  }

  @Test(
    "Why-again names why each test let the prompt through",
    arguments: [
      (Rule.make("r", .force, count: 1, period: hour), Trigger.foreground, ["blocking", "blocking", "blocking"]),
      (.make("r", period: hour), .launch, ["nothingBefore", "notAsked", "compared"]),
      (.make("r", count: 3, period: hour), .manual, ["manual", "manual", "manual"]),
      (.make("r", .message, count: 3), .login, ["notAsked", "compared", "notAsked"]),
      (.make("r"), .launch, ["nothingBefore", "notAsked", "notAsked"]),
    ])
  func everyTestHasAReason(rule: Rule, trigger: Trigger, reasons: [String]) throws {
    let again = try #require(Self.again(rule, after: [.later, .later], trigger: trigger))
    #expect(again.passes.map(\.test) == [.skipped, .count, .period])
    #expect(again.passes.map(\.reason.rawValue) == reasons)
    #expect(again.passes.allSatisfy { ($0.reason == .compared) == !$0.comparisons.isEmpty })
  }

  @Test("Why-again lists the showings before with their answers")
  func earlierShowingsAreListed() throws {
    let again = try #require(Self.again(.make("r"), after: [.later, .update]))
    #expect(again.showings.map(\.event.revision) == [3, 5])
    #expect(again.showings.map(\.answer?.button) == ["later", "update"])
    #expect(again.showings.map(\.answer?.event.revision) == [4, 6])
    #expect(Self.again(.make("r"), after: [])?.showings.isEmpty == true)
  }

  @Test(
    "A prompt that vanished has no answer, and any button is one", arguments: [(nil, 1), ("vanished", 1), ("later", 0)])
  func unanswered(button: String?, unanswered: Int) throws {
    let log = WhyLog(keys: "", button: button)
    let heading = "Shown before" + (unanswered == 1 ? ", 1 of 1 without an answer" : "") + "\n"
    #expect(try log.answer(.again).words.contains(heading))
    #expect(try log.answer(.decision).json.contains(#""before":{"shown":1,"unanswered":\#(unanswered)}"#))
    #expect(try log.answer(.decision).words.contains("The one prompt before it got no answer.") == (unanswered == 1))
  }

  @Test("Why-again leaves an answer out where another prompt was answered, or none")
  func missingAnswerIsLeftOut() {
    var log = LoggedStream()
    for data in [
      EventData.launched([:]), .shown("p1", rule: "r"), .chosen("later", of: "another"), .shown("p2", rule: "s"),
      .chosen("later", of: "p1"), .chosen("skip", of: "p2"),
    ] {
      log.append(data)
    }
    #expect(log.showings["r"].map(\.answer) == [nil])
    #expect(log.showings["s"].map(\.answer?.button) == ["skip"])
    #expect(log.showings["t"].isEmpty)
  }

  @Test("Why-again compares a skipped version with the one that is offered now")
  func skippedVersionIsCompared() throws {
    let target = try #require(PublishedVersion("2.0"))
    let rule = Rule.make("r", condition: .below(target: target, code: nil), skippable: true)
    // A skip of the version that is offered keeps the prompt away.
    #expect(Self.again(rule, after: [.skip]) == nil)
    let manual = try #require(Self.again(rule, after: [.skip], trigger: .manual))
    #expect(manual.passes.first?.reason == .manual)
    #expect(manual.conditions.map(\.wanted) == ["lower than 2.0"])
  }

  @Test("Why-again has no tests for a push")
  func pushHasNoTests() throws {
    var log = LoggedStream()
    log.append(.launched(["appVersionName": "1.0"]))
    log.append(.pushed())
    log.append(.shown("p", rule: "push", kind: .force))
    log.append(.chosen("update", of: "p"))
    let question = Question(trigger: .operation, now: log.now, source: "/i")
    let again = try #require(WhyAgain(Explanation(question, in: log.state), after: log.showings))
    #expect(again.passes.isEmpty)
    #expect(again.prompt.rule == "push")
    #expect(again.showings.count == 1)
  }

  @Test("Why-again does not apply where nothing is shown")
  func nothingShownHasNoWhyAgain() {
    let question = Question(trigger: .launch, now: LoggedStream().now, source: "/i")
    #expect(WhyAgain(Explanation(question, in: InstallationState()), after: PastShowings()) == nil)
  }
}
