import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A calendar of what one device sees")
struct CalendarTests {
  private static func policy(_ keys: String, root: String = "") -> String {
    """
    {"packageName":"com.example.shop"\(root),"updates":[{"id":"7","targetVersion":"3.0","descriptions":{"*":"New."},
    "targetWebsiteUrl":"https://example.com",\(keys)}]}
    """
  }

  private static func asking(
    _ policy: String, from: String, to: String, trigger: Trigger? = nil
  ) throws -> CalendarQuestion {
    var device = CheckQuestion(
      Document(text: policy, format: "herald"), at: DeviceTime(moment: Timestamp(milliseconds: 0)))
    device.properties = [.appPackageName: "com.example.shop", .appVersionName: "2.6"]
    device.trigger = trigger
    return CalendarQuestion(device, from: try #require(WindowDate(from)), to: try #require(WindowDate(to)))
  }

  private static func lines(_ answer: CalendarAnswer) -> [String] {
    answer.json.split(separator: "\n").map(String.init)
  }

  @Test("Each stretch has a line with its reason, and the last one has no end")
  func stretches() throws {
    let keys =
      #""displayAfterDate":"2026-12-02","displayBeforeDate":"2026-12-20T12:00:00","deadline":{"at":"2026-12-15"}"#
    let answer = try Self.asking(Self.policy(keys), from: "2026-12-01", to: "2026-12-31").answer()
    #expect(
      Self.lines(answer) == [
        #"{"from":"2026-12-01T00:00:00.000Z","until":"2026-12-02T00:00:00.000Z","reason":"noRule","show":null}"#,
        #"{"from":"2026-12-02T00:00:00.000Z","until":"2026-12-15T00:00:00.000Z","reason":"shown","show":{"rule":"update:7","kind":"optional"}}"#,
        #"{"from":"2026-12-15T00:00:00.000Z","until":"2026-12-20T12:00:00.001Z","reason":"shown","show":{"rule":"update:7","kind":"force"}}"#,
        #"{"from":"2026-12-20T12:00:00.001Z","until":null,"reason":"noRule","show":null}"#,
      ])
    #expect(answer.words.contains("from 2026-12-15 00:00:00.000 +00:00  update:7 (force)"))
    #expect(answer.words.contains("nothing (noRule)"))
  }

  @Test(
    "All of the last day counts, and of a time nothing behind it",
    arguments: [("2026-12-10", 2), ("2026-12-10T11:59:59Z", 1), ("2026-12-10T12:00:00Z", 2)])
  func lastDay(to: String, count: Int) throws {
    let policy = Self.policy(#""displayAfterDate":"2026-12-10T12:00:00Z""#)
    let answer = try Self.asking(policy, from: "2026-12-09", to: to).answer()
    #expect(answer.stretches.count == count)
  }

  @Test("Quiet hours end and begin on each day")
  func quietHours() throws {
    let policy = Self.policy(#""rollout":100"#, root: #","quietHours":{"from":"22:00","to":"07:00"}"#)
    let answer = try Self.asking(policy, from: "2026-12-01T12:00:00Z", to: "2026-12-11T12:00:00Z").answer()
    #expect(answer.stretches.count == 21)
    #expect(answer.stretches.last?.question.now.moment.description == "2026-12-11T07:00:00.000Z")
  }

  @Test("A device of a log has what it has seen, on its own clock")
  func deviceOfALog() throws {
    let log = AheadFleet.phone("/i/1", version: "2.6", at: "2026-11-30T12:00:00+01:00")
    var question = try Self.asking(
      Self.policy(#""displayAfterDate":"2026-12-02""#), from: "2026-12-01", to: "2026-12-03")
    question.device.properties = [:]
    let answer = try question.answer(in: CorpusLog.events(lines: log))
    #expect(
      answer.stretches.map(\.question.now.moment.description) == [
        "2026-11-30T23:00:00.000Z", "2026-12-01T23:00:00.000Z",
      ])
  }

  @Test("Another trigger asks otherwise")
  func otherTrigger() throws {
    let answer = try Self.asking(
      Self.policy(#""rollout":100"#), from: "2026-12-01", to: "2026-12-03", trigger: .heartbeat
    ).answer()
    #expect(answer.stretches.map(\.reason) == [.silent])
  }

  @Test("A document that the device refuses has no calendar")
  func refused() throws {
    let question = try Self.asking(
      #"{"packageName":"another.app","updates":[]}"#, from: "2026-12-01", to: "2026-12-03")
    #expect(throws: LogRefused.self) { try question.answer() }
  }
}
