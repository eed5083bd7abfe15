import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer to a what-if")
struct WhatIfAnswerTests {
  /// A policy of one update for the app of a log.
  private static func policy(_ keys: String, for log: String) throws -> String {
    let name = try #require(log.firstMatch(of: /"appPackageName":"([^"]+)"/)?.1)
    return
      #"{"packageName":"\#(name)","revision":1000,"updates":[{"id":1,"descriptions":{"*":"Please update."},\#(keys)}]}"#
  }

  private static let force = #""forceUpdate":true,"targetWebsiteUrl":"https://example.com/app""#
  private static let exit = #""forceExit":true"#

  @Test("Each changed installation is named, then changes are counted by rule, day, version and system")
  func json() throws {
    let log = try CorpusLog.text(CorpusLog.message)
    let lines = try ComparisonAnswer(of: log, under: Self.policy(Self.force, for: log)).lines
    let first = try #require(lines.first)
    #expect(first.contains(#""source":"/installations/aa10c4e9""#))
    #expect(first.contains(#"{"rule":"update:1","kind":"force","before":0,"#))
    #expect(first.contains(#"{"rule":"message:101","kind":"message","before":3,"after":0,"revision":2}"#))
    for kind in ["byRule", "byDay", "byVersion", "bySystem", "summary"] {
      #expect(lines.contains { $0.hasPrefix(#"{"\#(kind)":"#) })
    }
    let last = try #require(lines.last)
    #expect(last.contains(#""installations":1,"changed":1,"unchanged":0,"newly":1,"noLonger":1,"before":3,"#))
    #expect(last.contains(#""blocked":1,"lockedOut":0,"refused":{}"#))
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
  }

  @Test("The words say who sees what, and how to look at one installation")
  func words() throws {
    let log = try CorpusLog.text(CorpusLog.message)
    let policy = try Self.policy(Self.exit, for: log)
    let command = "herald whatif log.jsonl --policy new.json --source"
    let words = try ComparisonAnswer(of: log, under: policy, command: command).words
    #expect(words.contains("newly      update:1 (exit)"))
    #expect(words.contains("no longer  message:101 (message), 3 times before, first at revision 2"))
    #expect(words.contains("locked out still behind update:1 (exit), which leads nowhere, when the log ends"))
    #expect(words.contains("a log cannot tell"))
    #expect(words.contains("\(command) /installations/aa10c4e9"))
    let few = try ComparisonAnswer(of: log, under: policy, examples: 0)
    #expect(few.words.contains("and 1 more installation"))
  }

  @Test("One installation is told decision by decision")
  func one() throws {
    let log = try CorpusLog.text(CorpusLog.message)
    let words = try ComparisonAnswer(
      of: log, under: Self.policy(Self.exit, for: log), of: "/installations/aa10c4e9"
    ).words
    #expect(words.contains("before  → shows message:101 (message)"))
    #expect(words.contains("after   → shows update:1 (exit) “Please update.” [exit], answered exit"))
  }

  /// A launch and a fetch that found nothing new.
  private static func life(_ source: String, on system: String) -> String {
    let head = #"{"specversion":"1.0","source":"\#(source)","time":"2026-03-02T08:00:00Z","#
    let properties = #""appPackageName":"com.example.shop","appVersionName":"1.0","deviceOsName":"\#(system)""#
    return head + #""id":"1","type":"app.launched","data":{"properties":{\#(properties)}}}"# + "\n" + head
      + #""id":"2","type":"fetch.succeeded","data":{"trigger":"launch","url":"u","format":"herald","status":304}}"#
      + "\n"
  }

  @Test("Locked-out installations are named before all others")
  func lockedOutFirst() throws {
    let rule = #""filters":{"deviceOsName":"android"},"descriptions":{"*":"x"}"#
    let policy = """
      {"packageName":"com.example.shop","updates":[{"id":1,\(Self.exit),\(rule)},
       {"id":2,\(Self.force),"descriptions":{"*":"y"}}]}
      """
    let log = ["ios", "ios", "android", "android"].enumerated().map { Self.life("/i/\($0)", on: $1) }.joined()
    let words = try ComparisonAnswer(of: log, under: policy, examples: 1).words
    let named = words.split(separator: "\n").filter { $0.hasPrefix("/i/") }
    #expect(named == ["/i/0  version 1.0, ios", "/i/2  version 1.0, android"])
    #expect(words.contains("and 2 more installations"))
  }

  @Test("The log's own policy changes nothing, and what the app did otherwise is told apart")
  func ownPolicy() throws {
    let lines = try CorpusLog.text(CorpusLog.message).split(separator: "\n")
    let fetch = try #require(lines.first { $0.contains(#""document""#) })
    let policy = try #require(
      try JSONNode.read(String(fetch)).node[name: "data"]?[name: "document"]?.string)
    // The app shows another rule than was decided.
    let log = lines.map { $0.replacing(#""rule":"message:101""#, with: #""rule":"message:7""#) + "\n" }.joined()
    let answer = try ComparisonAnswer(of: log, under: policy)
    #expect(try !FigureLimit("changed > 0").holds(for: answer.summary))
    #expect(answer.lines.allSatisfy { !$0.contains(#""source""#) })
    #expect(answer.lines.last?.contains(#""changed":0,"unchanged":1,"newly":0,"noLonger":0"#) == true)
    let audited = try SentAnswer { _ = try AuditQuestion().answer(in: CorpusLog.events(lines: log), to: $0) }
    let audit = try #require(audited.lines.last)
    let unjustified = try #require(audit.firstMatch(of: /"unjustified":([0-9]+)/)?.1)
    let missed = try #require(audit.firstMatch(of: /"missed":([0-9]+)/)?.1)
    #expect(unjustified != "0")
    #expect(
      answer.lines.last?.contains(#""deviations":{"unjustified":\#(unjustified),"missed":\#(missed),"unknown":0}"#)
        == true)
    #expect(answer.words.contains("that no decision asked for"))
    #expect(answer.words.contains("herald audit"))
  }

  @Test("With a baseline two policies are compared, whatever the log's own was")
  func baseline() throws {
    let log = try CorpusLog.text(CorpusLog.message)
    let (old, new) = (try Self.policy(Self.exit, for: log), try Self.policy(Self.force, for: log))
    let same = try ComparisonAnswer(of: log, under: old, baseline: old)
    #expect(same.lines.last?.contains(#""changed":0"#) == true)
    let lines = try ComparisonAnswer(of: log, under: new, baseline: old).lines
    #expect(lines.first?.contains(#"{"rule":"update:1","kind":"exit""#) == true)
    #expect(lines.allSatisfy { !$0.contains("message:101") })
  }

  @Test("A fetch that found nothing new brings the other policy, too")
  func notModified() throws {
    let text = try CorpusLog.text("documents/not-modified-keeps-the-policy")
    let lines = text.split(separator: "\n").filter { !$0.contains(#""status":200"#) }
    #expect(lines.contains { $0.contains(#""status":304"#) })
    var gaps: [Diagnostic] = []
    let answer = try ComparisonAnswer(
      of: lines.map { $0 + "\n" }.joined(), under: Self.policy(Self.exit, for: text),
      reading: ReadingOptions(isPartial: true)
    ) { if $0.code.name == "revisionGap" { gaps.append($0) } }
    #expect(answer.lines.first?.contains(#"{"rule":"update:1","kind":"exit","before":0,"#) == true)
    // Told once for each form of the answer, and not again for the second reading.
    #expect(gaps.count == 4)
  }

  @Test("Another app's policy is refused, and counted as that")
  func otherApp() throws {
    let answer = try ComparisonAnswer(
      of: CorpusLog.text(CorpusLog.message),
      under: #"{"packageName":"another.app","updates":[{"forceUpdate":true,"descriptions":{"*":"x"}}]}"#)
    #expect(answer.lines.last?.contains(#""refused":{"otherPackage":1}"#) == true)
  }

  @Test("An answer stops at a time, and ignores answers after it")
  func until() throws {
    let log = try CorpusLog.text(CorpusLog.message)
    let answer = try ComparisonAnswer(
      of: log, under: Self.policy(Self.force, for: log), until: .time(try time("1999-01-01T00:00:00Z").moment))
    #expect(answer.lines.count == 1)
    #expect(answer.lines.last?.contains(#""installations":1,"changed":0,"unchanged":1"#) == true)
  }

  @Test(
    "An installation that is not in the log is refused",
    arguments: [CorpusLog.message, "log/several-installations-interleaved"])
  func unknownInstallation(log: String) throws {
    let text = try CorpusLog.text(log)
    let error = try #require(throws: LogRefused.self) {
      try ComparisonAnswer(of: text, under: Self.policy(Self.force, for: text), of: "/none")
    }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == ["noInstallation"])
  }
}
