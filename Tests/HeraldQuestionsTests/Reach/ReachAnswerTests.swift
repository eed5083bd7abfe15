import Foundation
import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer about whom a document reaches")
struct ReachAnswerTests {
  private static let log = "update/ten-is-newer-than-nine"
  private static let policy = """
    {"packageName":"com.example.notes","revision":3,
     "updates":[
      {"id":1,"forceUpdate":true,"targetGooglePlay":true,"targetVersion":"2.10","descriptions":{"en":{"message":"x"}}},
      {"id":2,"forceUpdate":true,"targetWebsiteUrl":"https://example.com/a","filters":{"appVersionName":"<10"},
       "descriptions":{"*":"y"}},
      {"id":3,"forceExit":"maybe","descriptions":{"*":"y"}}],
     "messages":[{"id":1,"filters":{"deviceLanguage":"en","deviceModel":"nokia"},"descriptions":{"*":"z"}}]}
    """

  private static func question(_ policy: String) throws -> ReachQuestion {
    ReachQuestion(
      Document(text: policy, format: "herald"), at: try time("2026-03-02T08:00:00Z"), named: "policy.json")
  }

  private static func answer(_ policy: String = policy) throws -> ReachAnswer {
    try question(policy).answer(in: CorpusLog.events(log))
  }

  private static func lines(_ answer: ReachAnswer) -> [String] { answer.json.split(separator: "\n").map(String.init) }

  @Test("The answer counts the installations that each finding touches")
  func touchedInstallations() throws {
    let answer = try Self.answer()
    let lines = Self.lines(answer)
    #expect(answer.findings.contains { $0.severity == .error })
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    func touched(_ code: String) throws -> Substring {
      let line = try #require(lines.first { $0.contains(#""code":"\#(code)""#) })
      return try #require(line.firstMatch(of: /"installations":(\w+)}$/)?.1)
    }
    #expect(try touched("forceWithoutFallback") == "2")
    #expect(try touched("invalidRule") == "null")
    #expect(try touched("languageWithoutRegion") == "0")
    #expect(try touched("lockedOut") == "2")
    #expect(try touched("notComparable") == "1")
  }

  @Test("Without a log the findings are the same, and no installations are counted")
  func withoutALog() throws {
    let question = try Self.question(Self.policy)
    let plain = LintReport(
      file: question.name, text: question.document.text,
      findings: Lint.findings(in: question.document, at: question.time.moment)
    ).json
    #expect(!plain.contains("installations"))
    let findings = try Self.lines(Self.answer()).filter {
      $0.contains(#""code""#) && !$0.contains("lockedOut") && !$0.contains("notComparable")
    }
    #expect(
      plain.split(separator: "\n").map(String.init)
        == findings.map { $0.replacing(/,"installations":\w+}$/, with: "}") })
  }

  private static let grownRule = """
    {"packageName":"com.example.notes","revision":3,"updates":[
      {"id":"grow","targetVersion":"11","targetGooglePlay":true,"descriptions":{"*":"x"},"phasedRollout":{"startAt":"2026-03-01","steps":[1,100]},
       "deadline":{"at":"2026-03-02"}}]}
    """

  @Test("The answer counts whom a deadline forces, where that leads, and whom each phase reaches")
  func deadlinesAndPhases() throws {
    let answer = try Self.answer(Self.grownRule)
    let line = try #require(Self.lines(answer).first { $0.contains(#""rule":"update:grow""#) })
    let forced = try #require(line.firstMatch(of: /"reached":([0-9]+),.*"forced":([0-9]+),/))
    #expect(forced.1 == forced.2)
    #expect(forced.1 != "0")
    #expect(line.contains(#"{"start":"2026-03-02T00:00:00.000","percent":100,"installations":\#(forced.1)}"#))
    #expect(
      Self.lines(answer).contains {
        $0.contains(#""code":"lockedOut""#) && $0.contains("as soon as it cannot be put off")
      })
    #expect(answer.words.contains(" would see it now, \(forced.2) forced"))
    #expect(answer.words.contains("2026-03-02T00:00:00.000    100 %"))
  }

  @Test("The answer counts for each rule who passes each test, and compares forces with systems")
  func rules() throws {
    let lines = try Self.lines(Self.answer())
    let first = try #require(lines.first { $0.contains(#""rule":"update:1""#) })
    #expect(first.contains(#""kind":"force","reached":2,"shown":2,"passed":{"trigger":11,"filters":11,"version":2,"#))
    let ways = lines.filter { $0.contains(#""wayOut""#) }
    try #require(ways.count == 2)
    #expect(ways[0].contains(#""system":"ios","systemVersion":"18.3.1","installations":2,"#))
    #expect(ways[0].contains(#""leadsNowhere":true,"proof":null"#))
    #expect(
      ways[1].contains(#""leadsNowhere":false,"proof":{"source":"/installations/60a1f007","appVersionName":"10""#))
    #expect(
      lines.last?.hasSuffix(
        #""installations":11,"inactive":0,"ofThisApp":11,"notLaunched":0,"otherApp":0,"newer":0,"refused":{},"underReview":0}"#
      )
        == true)
  }

  @Test("The words have the counts too")
  func words() throws {
    let words = try Self.answer().words
    #expect(words.contains("who 2 of 11 installations"))
    #expect(words.contains("who nobody knows: the rule is left out"))
    #expect(words.contains("Reach: this app runs on 11 of 11 installations"))
    #expect(words.contains("update:1 (force)     matches 2, 2 would see it now"))
    #expect(words.contains("✗ leads nowhere"))
    #expect(words.contains("✓ leads to https://example.com/a, and /installations/60a1f007 runs 10 there"))
  }

  @Test("A refused document touches every installation")
  func refusedDocument() throws {
    let answer = try Self.answer("{}")
    #expect(answer.findings.map(\.severity) == [.error])
    let lines = Self.lines(answer)
    try #require(lines.count == 1)
    #expect(lines[0].contains(#""code":"missingPackageName""#))
    #expect(lines[0].hasSuffix(#""installations":11}"#))
  }

  @Test("A force whose way out no installation has taken is reported")
  func unprovenWayOut() throws {
    let forced = try Self.answer(Self.policy.replacing("\"<10\"", with: "\"*\""))
    let finding = try #require(Self.lines(forced).first { $0.contains("unprovenWayOut") })
    #expect(finding.contains(#""severity":"note""#))
    #expect(finding.contains("11 installations on ios 18.3.1"))
    let exit = try Self.answer(
      #"{"packageName":"com.example.notes","revision":3,"updates":[{"id":1,"forceExit":true,"descriptions":{"*":"x"}}]}"#
    )
    #expect(Self.lines(exit).contains { $0.contains(#""code":"lockedOut","severity":"note""#) })
  }

  @Test("A ledger has the same answer as its log")
  func ledger() throws {
    let scratch = try Scratch()
    let events = try CorpusLog.events(ledgerOf: CorpusLog.text(Self.log), in: scratch)
    let stored = try Self.question(Self.policy).answer(in: events)
    func counts(_ answer: ReachAnswer) -> [String] {
      Self.lines(answer).filter { $0.contains(#""rule""#) || $0.contains(#""code""#) }
    }
    #expect(try counts(Self.answer()) == counts(stored))
    #expect(!counts(stored).isEmpty)
  }

  @Test("Installations that were silent for too long are left out, and without that told")
  func activeWithin() throws {
    let launched =
      #"{"properties":{"appPackageName":"com.example.notes","appVersionName":"2.0","deviceLanguage":"en"}}"#
    let lines = [("/i/1", "2026-03-01"), ("/i/2", "2026-03-02"), ("/i/3", "2026-01-01"), ("/i/4", "2100-01-01")].map {
      #"{"specversion":"1.0","id":"e-1","source":"\#($0)","type":"app.launched","time":"\#($1)T08:00:00.000Z","#
        + #""revision":1,"data":\#(launched)}"# + "\n"
    }.joined()
    func last(_ within: Duration?) throws -> (line: String?, words: String) {
      var question = try Self.question(Self.policy)
      question.activeWithin = within
      let answer = try question.answer(in: CorpusLog.events(lines: lines))
      return (Self.lines(answer).last, answer.words)
    }
    let all = try last(nil)
    #expect(all.line?.contains(#""installations":4,"inactive":1,"ofThisApp":4"#) == true)
    #expect(all.words.contains("1 installation has no event in the last 30 d before the log's end"))
    let some = try last(.seconds(30 * 86_400))
    #expect(some.line?.contains(#""installations":2,"inactive":2,"ofThisApp":2"#) == true)
    #expect(some.words.contains("left out: 2 installations without an event in the last 30 d"))
  }

  @Test(
    "A version code that was not raised with its version is found, and raising it makes the finding go",
    arguments: [
      (
        "appupdater", #"{"latestVersion":"1.2.0","latestVersionCode":CODE,"url":"https://example.com/a"}"#,
        "update:appupdater"
      ),
      (
        "herald",
        #"{"packageName":"a","updates":[{"id":1,"targetVersion":"1.2.0","targetVersionCode":CODE,"#
          + #""targetWebsiteUrl":"https://example.com/a","descriptions":{"*":"x"}}]}"#,
        "update:1"
      ),
    ])
  func codeBehindName(format: String, document: String, rule: String) throws {
    let lines = [("1.0", "5"), ("1.1.0", "7"), ("1.1.0", "8"), ("1.2.0", "9")].enumerated().map { index, version in
      #"{"specversion":"1.0","id":"e-1","source":"/i/\#(index)","type":"app.launched","#
        + #""time":"2026-03-02T08:00:00.000Z","revision":1,"data":{"properties":{"appPackageName":"a","#
        + #""appVersionName":"\#(version.0)","appVersionCode":"\#(version.1)","deviceLanguage":"en"}}}"# + "\n"
    }.joined()
    func finding(_ code: Int) throws -> Diagnostic? {
      let text = document.replacing("CODE", with: "\(code)")
      return try ReachQuestion(Document(text: text, format: ExactString(format)), at: time("2026-03-02T08:00:00Z"))
        .answer(in: CorpusLog.events(lines: lines)).findings.first { $0.code.name == "codeBehindName" }
    }
    let found = try #require(try finding(6))
    #expect(
      found.what
        == "Its version code alone keeps `\(rule)` from 2 installations older than 1.2.0, first `1.1.0` with code `7`.")
    #expect(found.fix == "raise the code with each version: above 8")
    #expect(try finding(9) == nil)
  }
}
