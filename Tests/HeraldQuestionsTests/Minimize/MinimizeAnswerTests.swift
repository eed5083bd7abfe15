import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer with the smallest log")
struct MinimizeAnswerTests {
  private static func line(_ revision: Int, _ type: String, _ data: String, numbered: Bool = true) -> String {
    let hour = revision < 10 ? "0\(revision)" : "\(revision)"
    let own = numbered ? #","revision":\#(revision)"# : ""
    return #"{"specversion":"1.0","id":"e-\#(revision)","source":"/a","type":"\#(type)","#
      + #""time":"2026-03-02T\#(hour):00:00Z"\#(own),"data":\#(data)}"# + "\n"
  }

  private static let document =
    #"{"packageName":"a.b","updates":[{"id":1,"filters":{"deviceOsName":"android"},"targetWebsiteUrl":"https://a.b/","#
    + #""descriptions":{"*":{"message":"m"}}},{"id":2,"maxDisplayCount":1,"targetWebsiteUrl":"https://a.b/","#
    + #""descriptions":{"*":{"message":"m","title":"t"}}}]}"#

  private static func fetch(_ revision: Int, withDocument: Bool) -> String {
    let text = JSONNode.text(document).line
    return line(
      revision, "fetch.succeeded",
      #"{"trigger":"launch","url":"https://a.b/p","format":"herald","status":200,"digest":"\#(Digest.of(document))""#
        + (withDocument ? #","document":\#(text)}"# : "}"))
  }

  /// A phone that is shown `update:2` once, and asks again later.
  private static let log =
    line(1, "app.launched", #"{"properties":{"appPackageName":"a.b","deviceOsName":"ios","deviceModel":"X"}}"#)
    + fetch(2, withDocument: true)
    + line(3, "prompt.shown", #"{"prompt":"p","rule":"update:2","kind":"optional"}"#)
    + line(4, "button.chosen", #"{"prompt":"p","button":"later"}"#)
    + line(5, "app.backgrounded", "{}") + line(6, "app.foregrounded", "{}")
    + line(7, "operation.attempted", #"{"operation":"pay"}"#) + fetch(8, withDocument: false)

  private func answer(
    at revision: Int = 8, _ keeps: KeptAnswer = .tests, rules: [ExactString] = [], log: String = log
  ) throws -> MinimizeAnswer {
    try MinimizeQuestion(at: revision, keeping: keeps, rules: rules).answer(in: CorpusLog.events(lines: log))
  }

  @Test("The showing that fills the count stays with what justifies it, and other events go")
  func countStays() throws {
    let answer = try answer()
    let revisions = answer.log.split(separator: "\n").compactMap { $0.firstMatch(of: /"originalrevision":(\d+)/)?.1 }
    #expect(revisions == ["1", "2", "3", "4", "8"])
    #expect(!answer.log.contains(#""revision":"#))
    #expect(answer.log.contains("deviceOsName"))
    #expect(!answer.log.contains("deviceModel"))
    #expect(answer.words.contains("so that `count` of update:2 fails: 1 showing and what justifies it."))
    #expect(answer.words.contains("--keep shown"))
  }

  @Test("A shortened document has its own digest, the same wherever it is fetched, and names the original's")
  func derived() throws {
    let answer = try answer()
    let derived = try #require(answer.derived.first)
    #expect(derived.from == Digest.of(Self.document))
    #expect(answer.log.split(separator: #""digest":"\#(derived.to)","derivedFrom":"\#(derived.from)""#).count == 3)
    #expect(answer.log.split(separator: #""document":"#).count == 2)
    #expect(!answer.log.contains("title"))
  }

  @Test("With a rule of its own only that rule's test stays, and with `shown` no test does")
  func lessIsKept() throws {
    let one = try answer(rules: ["update:1"])
    #expect(one.after.rules == 1)
    #expect(one.log.contains("android"))
    let shown = try answer(at: 8, .shown)
    #expect(shown.after.events <= one.after.events)
    #expect(!shown.log.contains("android"))
  }

  @Test("The figures name the event, the decision and both sizes")
  func figures() throws {
    let json = try answer().json(file: "small.jsonl")
    #expect(
      json.hasPrefix(
        #"{"source":"/a","event":{"revision":8,"id":"e-8","time":"2026-03-02T08:00:00.000Z"},"decision":{"revision":8,"#
          + #""reason":"noRule","rule":null,"kind":null},"keep":"tests","rules":[],"#
          + #""before":{"events":8,"rules":2,"properties":3},"after":{"events":5,"rules":2,"properties":2},"derived":["#
      ))
    #expect(json.hasSuffix(#"],"file":"small.jsonl"}"# + "\n"))
  }

  @Test("Of a button the decision behind its showing is meant, and both events stay")
  func button() throws {
    let answer = try answer(at: 4)
    #expect(answer.decision.revision == 2)
    #expect(answer.after.events == 4)
    #expect(answer.log.contains(#""id":"e-3""#))
  }

  @Test("With `audit` a missed prompt stays missed: the decision that settles it stays")
  func missed() throws {
    let log =
      Self.line(1, "app.launched", #"{"properties":{"appPackageName":"a.b"}}"#) + Self.fetch(2, withDocument: true)
      + Self.line(3, "app.backgrounded", "{}") + Self.line(4, "app.foregrounded", "{}")
    #expect(try answer(at: 2, .tests, log: log).after.events == 2)
    let audited = try answer(at: 2, .audit, log: log)
    #expect(audited.after.events == 3)
    #expect(audited.log.contains(#""id":"e-4""#))
  }

  @Test("A decision behind missing revisions is refused, and one before them is not")
  func gap() throws {
    let log = Self.log.split(separator: "\n", omittingEmptySubsequences: true).filter { !$0.contains(#""id":"e-5""#) }
      .map { $0 + "\n" }.joined()
    let events = { try CorpusLog.events(lines: log, reading: ReadingOptions(isPartial: true)) }
    let refused = try #require(throws: LogRefused.self) { try MinimizeQuestion(at: 8).answer(in: events()) }
    #expect(refused.diagnostics.first?.code.name == "restsOnMissing")
    #expect(refused.diagnostics.first?.words.why.hasPrefix("revision 5 is missing") == true)
    #expect(try MinimizeQuestion(at: 2).answer(in: events()).after.events == 2)
  }
}
