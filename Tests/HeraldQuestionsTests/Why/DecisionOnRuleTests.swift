import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The decision that why not is about without a revision")
struct DecisionOnRuleTests {
  private static func document(_ id: Int, _ keys: String = "") -> String {
    #"{"packageName":"a","updates":[{"id":\#(id),"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"*":"Please."}\#(keys)}]}"#
  }

  private static let first = [
    WhyLog.launched, WhyLog.fetched(document(1)), WhyLog.shown("update:1", "optional"), WhyLog.chosen("later"),
  ]
  private static let returned = #""type":"app.foregrounded","data":{}"#
  private static let busy = #""type":"app.foregrounded","data":{"busy":true}"#

  @Test(
    "The newest decision that came to the rules is taken, and a person's before another one",
    arguments: [
      // The decision of the prompt is not the newest one.
      ([returned], "update:1", 5, 5, nil),
      ([returned, busy], "update:1", 5, 6, "that came to the rules"),
      // A heartbeat's decision is silent, and does not come to the rules.
      ([returned, WhyLog.fetched(document(1), "heartbeat")], "update:1", 5, 6, "that came to the rules"),
      // A newer one came to the rules too, and nobody caused it.
      (
        [returned, WhyLog.fetched(document(1), "schedule")], "update:1", 5, 6,
        "that a person caused and that came to the rules"
      ),
      // Another document: what a person asked was under the one before.
      ([returned, WhyLog.fetched(document(1, #","rollout":0"#), "schedule")], "update:1", 6, 6, nil),
      (
        [returned, WhyLog.fetched(document(1, #","rollout":0"#), "schedule"), busy], "update:1", 6, 7,
        "that came to the rules"
      ),
      // The policy in force has no such rule.
      ([returned, WhyLog.fetched(document(2), "heartbeat")], "update:1", 6, 6, nil),
      ([returned, busy], "update:9", 6, 6, nil),
      ([returned, WhyLog.fetched(document(1), "heartbeat")], "push", 5, 6, "that a person caused"),
      ([busy, WhyLog.fetched(document(1), "heartbeat")], "push", 5, 6, "that a person caused"),
    ] as [([String], ExactString, Int, Int, String?)])
  func taken(later: [String], rule: ExactString, revision: Int, latest: Int, choice: String?) throws {
    let log = WhyLog((Self.first + later).map { ("08:00", $0) })
    let events = try CorpusLog.events(lines: log.lines.joined(separator: "\n") + "\n")
    let answer = try WhyQuestion(.not(rule)).answer(in: events)
    #expect(answer.json.contains(#""revision":\#(revision),"#))
    #expect(answer.json.contains(#""latestDecision":\#(latest),"#))
    let words =
      choice.map {
        "revision \(revision), the newest decision \($0); the last decision, of revision \(latest), is another one."
      } ?? "the last decision, of revision \(latest)."
    #expect(answer.words.contains("No revision was given: this is about \(words)"), "\(answer.words)")
  }

  @Test("With a revision nothing is said of the choice")
  func revisionGiven() throws {
    let log = WhyLog((Self.first + [Self.returned]).map { ("08:00", $0) })
    let answer = try log.answer(.not("update:1"), at: 2)
    #expect(!answer.json.contains("latestDecision"))
    #expect(!answer.words.contains("No revision was given"))
  }
}
