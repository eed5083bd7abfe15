import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The edits that kept logs would not notice")
struct WeakQuestionTests {
  private static func event(_ source: String, _ revision: Int, _ type: String, _ hour: Int, _ data: String) -> String {
    #"{"specversion":"1.0","id":"e-\#(revision)","source":"\#(source)","type":"\#(type)","#
      + #""time":"2026-03-0\#(2 + hour / 24)T\#(hour % 24 < 10 ? "0" : "")\#(hour % 24):00:00Z","revision":\#(revision),"#
      + #""data":\#(data)}"# + "\n"
  }

  private static let document =
    #"{"packageName":"com.example","updates":[{"id":4,"displayPeriodInHours":24,"descriptions":{"*":"x"},"#
    + #""targetVersion":"3.0","targetWebsiteUrl":"https://example.com"}]}"#

  /// A phone that asks at some hours for one document.
  private static func phone(_ source: String = "/a", version: String, asksAt hours: [Int]) -> String {
    let launch = #"{"properties":{"appPackageName":"com.example","appVersionName":"\#(version)"}}"#
    let fetch =
      #"{"trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"#
      + #""digest":"\#(Digest.of(document))","document":\#(JSONNode.text(document).line)}"#
    return event(source, 1, "app.launched", 0, launch)
      + hours.enumerated().map { event(source, $0 + 2, "fetch.succeeded", $1, fetch) }.joined()
  }

  private static func lived(_ name: String, _ lines: String, instead: Document? = nil) throws -> LivedLog {
    var streams = LivedStreams(replacement: instead)
    try CorpusLog.events(lines: lines).replay(visitor: &streams)
    return LivedLog(name, streams)
  }

  /// The unnoticed edits, as `key change`.
  private static func unnoticed(_ logs: LivedLog...) -> Set<String> {
    Set(
      WeakQuestion(logs).answer().findings.filter { $0.verdict == .unnoticed }
        .map { "\($0.edit.key) \($0.edit.change)" })
  }

  @Test("A log notices an edit where a decision, or the test that a rule failed, is another one")
  func decisionsNotice() throws {
    #expect(
      try Self.unnoticed(Self.lived("new", Self.phone(version: "9.0", asksAt: [1]))).contains("/targetVersion lower"))
    let once = try Self.lived("once", Self.phone(version: "2.9", asksAt: [1]))
    #expect(
      Self.unnoticed(once) == [
        "/displayPeriodInHours doubled", "/displayPeriodInHours halved", "/targetVersion higher",
      ])
    let often = try Self.lived("often", Self.phone(version: "2.9", asksAt: [1, 14, 26]))
    #expect(Self.unnoticed(once, often) == ["/targetVersion higher"])
    let reached = try Self.lived("reached", Self.phone(version: "3.0", asksAt: [1]))
    #expect(Self.unnoticed(once, often, reached) == [])
  }

  @Test("The first log that notices is named, and edits count the logs that bring the document")
  func firstIsNamed() throws {
    let logs = [
      try Self.lived("reached", Self.phone(version: "3.0", asksAt: [1])),
      try Self.lived("once", Self.phone("/b", version: "2.9", asksAt: [1])),
      try Self.lived("none", Self.event("/c", 1, "app.backgrounded", 0, "{}")),
    ]
    let answer = WeakQuestion(logs).answer()
    let higher = try #require(answer.findings.first { $0.edit.key == "/targetVersion" && $0.edit.change == .lower })
    #expect(higher.noticedBy == ["once"])
    #expect(higher.logs == 2)
    #expect(answer[.logs] == 3)
    #expect(answer[.edits] == answer[.noticed] + answer[.unnoticed] + answer[.unnoticeable])
  }

  @Test("The answer does not depend on the number of threads", arguments: [2, 7])
  func threadsDoNotMatter(jobs: Int) throws {
    let logs = try [
      "clock/set-back-two-days", "message/language-falls-back", "deadline/three-times-later-and-then-not",
    ]
    .map { try Self.lived($0, CorpusLog.text($0)) }
    let question = WeakQuestion(logs)
    var parallel = question
    parallel.jobs = jobs
    #expect(parallel.answer().json(all: true) == question.answer().json(all: true))
  }

  @Test("The corpus of this package notices nine of ten edits of its policies that a device could notice")
  func corpusIsStrong() throws {
    var question = WeakQuestion(try Corpus.logs.map { try Self.lived($0.name, $0.text) })
    question.jobs = 4
    let answer = question.answer()
    #expect(answer[.edits] > 1_000)
    #expect(answer[.unnoticed] * 10 < answer[.edits] - answer[.unnoticeable])
  }

  @Test("The policy that goes out next takes the place of every document of the log")
  func nextPolicyIsAsked() throws {
    let next = Document(
      text: Self.document.replacing(#""displayPeriodInHours":24,"#, with: #""maxDisplayCount":1,"#), format: "herald")
    let answer = WeakQuestion([
      try Self.lived("often", Self.phone(version: "2.9", asksAt: [1, 14, 26]), instead: next)
    ]).answer()
    #expect(answer.findings.allSatisfy { $0.digest == next.digest })
    #expect(answer.findings.contains { $0.edit.key == "/maxDisplayCount" && $0.verdict == .noticed })
  }

  @Test("A limit of a rule that is forced is no edit that a device could notice")
  func forcedLimitsAreProved() throws {
    let forced = Document(
      text: Self.document.replacing(#""displayPeriodInHours":24,"#, with: #""forceUpdate":true,"maxDisplayCount":1,"#),
      format: "herald")
    let answer = WeakQuestion([
      try Self.lived("often", Self.phone(version: "2.9", asksAt: [1, 14]), instead: forced)
    ]).answer()
    let verdicts = Dictionary(grouping: answer.findings, by: \.verdict).mapValues { Set($0.map(\.edit.key)) }
    #expect(verdicts[.unnoticeable] == ["/maxDisplayCount"])
    #expect(verdicts[.noticed]?.contains("/forceUpdate") == true)
  }
}
