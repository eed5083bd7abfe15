import Foundation
import Testing

@Suite("herald lint --log")
struct LintLogTests {
  private static let log = "Events/update/ten-is-newer-than-nine/log.jsonl"
  private static let policy = """
    {"packageName":"com.example.notes","revision":3,
     "updates":[
      {"id":1,"forceUpdate":true,"targetGooglePlay":true,"targetVersion":"2.10","descriptions":{"en":{"message":"x"}}},
      {"id":2,"forceUpdate":true,"targetWebsiteUrl":"https://example.com/a","filters":{"appVersionName":"<10"},
       "descriptions":{"*":"y"}},
      {"id":3,"forceExit":"maybe","descriptions":{"*":"y"}}],
     "messages":[{"id":1,"filters":{"deviceLanguage":"en","deviceModel":"nokia"},"descriptions":{"*":"z"}}]}
    """

  private func run(_ more: String..., policy: String = policy) throws -> Herald.Run {
    let scratch = try Scratch()
    let file = try scratch.write(policy, to: "policy.json")
    return try Herald.run(["lint", file, "--at", "2026-03-02T08:00:00Z"] + more)
  }

  @Test("herald lint --log counts the installations that each finding touches")
  func lintCountsTouchedInstallations() throws {
    let run = try run("--log", Self.log)
    #expect(run.status == 3)
    for line in run.lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    func touched(_ code: String) throws -> Substring {
      let line = try #require(run.lines.first { $0.contains(#""code":"\#(code)""#) })
      return try #require(line.firstMatch(of: /"installations":(\w+)}$/)?.1)
    }
    #expect(try touched("forceWithoutFallback") == "2")
    #expect(try touched("invalidRule") == "null")
    #expect(try touched("languageWithoutRegion") == "0")
    #expect(try touched("lockedOut") == "2")
    let plain = try self.run()
    #expect(!plain.output.contains("installations"))
    let findings = run.lines.filter { $0.contains(#""code""#) && !$0.contains("lockedOut") }
    let file = /"file":"[^"]*",/
    #expect(
      plain.lines.map { $0.replacing(file, with: "") }
        == findings.map { $0.replacing(/,"installations":\w+}$/, with: "}").replacing(file, with: "") })
  }

  private static let grownRule = """
    {"packageName":"com.example.notes","revision":3,"updates":[
      {"id":"grow","targetVersion":"11","targetGooglePlay":true,"descriptions":{"*":"x"},"phasedRollout":{"startAt":"2026-03-01","steps":[1,100]},
       "deadline":{"at":"2026-03-02"}}]}
    """

  @Test("herald lint --log counts whom a deadline forces, where that leads, and whom each phase reaches")
  func lintCountsDeadlinesAndPhases() throws {
    let run = try run("--log", Self.log, policy: Self.grownRule)
    let line = try #require(run.lines.first { $0.contains(#""rule":"update:grow""#) })
    let forced = try #require(line.firstMatch(of: /"reached":([0-9]+),.*"forced":([0-9]+),/))
    #expect(forced.1 == forced.2)
    #expect(forced.1 != "0")
    #expect(line.contains(#"{"start":"2026-03-02T00:00:00.000","percent":100,"installations":\#(forced.1)}"#))
    #expect(
      run.lines.contains { $0.contains(#""code":"lockedOut""#) && $0.contains("as soon as it cannot be put off") })
    let words = try self.run("--log", Self.log, "--format", "human", policy: Self.grownRule)
    #expect(words.output.contains(" would see it now, \(forced.2) forced"))
    #expect(words.output.contains("2026-03-02T00:00:00.000    100 %"))
  }

  @Test("herald lint --log counts for each rule who passes each test, and compares forces with systems")
  func lintCountsEachRulesReach() throws {
    let run = try run("--log", Self.log)
    let first = try #require(run.lines.first { $0.contains(#""rule":"update:1""#) })
    #expect(first.contains(#""kind":"force","reached":2,"shown":2,"passed":{"trigger":11,"filters":11,"version":2,"#))
    let ways = run.lines.filter { $0.contains(#""wayOut""#) }
    #expect(ways.count == 2)
    #expect(ways[0].contains(#""system":"ios","systemVersion":"18.3.1","installations":2,"#))
    #expect(ways[0].contains(#""leadsNowhere":true,"proof":null"#))
    #expect(
      ways[1].contains(#""leadsNowhere":false,"proof":{"source":"/installations/60a1f007","appVersionName":"10""#))
    #expect(
      run.lines.last?.hasSuffix(
        #""installations":11,"ofThisApp":11,"notLaunched":0,"otherApp":0,"newer":0,"underReview":0}"#) == true)
    let twice = try self.run("--log", Self.log, "--log", Self.log)
    #expect(twice.lines.last?.contains(#""installations":22"#) == true)
  }

  @Test("herald lint --log prints its counts in words for people")
  func lintPrintsReachInWords() throws {
    let run = try run("--log", Self.log, "--format", "human")
    #expect(run.output.contains("who 2 of 11 installations"))
    #expect(run.output.contains("who nobody knows: the rule is left out"))
    #expect(run.output.contains("Reach: this app runs on 11 of 11 installations"))
    #expect(run.output.contains("update:1 (force)     matches 2, 2 would see it now"))
    #expect(run.output.contains("✗ leads nowhere"))
    #expect(run.output.contains("✓ leads to https://example.com/a, and /installations/60a1f007 runs 10 there"))
  }

  @Test("herald lint --log reports that a refused document touches every installation")
  func lintCountsEveryoneForARefusedDocument() throws {
    let run = try run("--log", Self.log, policy: "{}")
    #expect(run.status == 3)
    #expect(run.lines.count == 1)
    #expect(run.lines[0].contains(#""code":"missingPackageName""#))
    #expect(run.lines[0].hasSuffix(#""installations":11}"#))
  }

  @Test("herald lint --log reports a force whose way out no installation has taken")
  func lintReportsAnUnprovenWayOut() throws {
    let forced = try run(
      "--log", Self.log,
      policy: Self.policy.replacing("\"<10\"", with: "\"*\""))
    let finding = try #require(forced.lines.first { $0.contains("unprovenWayOut") })
    #expect(finding.contains(#""severity":"note""#))
    #expect(finding.contains("11 installations on ios 18.3.1"))
    let exit = try run(
      "--log", Self.log,
      policy:
        #"{"packageName":"com.example.notes","revision":3,"updates":[{"id":1,"forceExit":true,"descriptions":{"*":"x"}}]}"#
    )
    #expect(exit.lines.contains { $0.contains(#""code":"lockedOut","severity":"note""#) })
  }

  @Test("herald lint --log prints the same for a ledger as for its log")
  func lintReadsALedgerAsItsLog() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    let counts = { (run: Herald.Run) in run.lines.filter { $0.contains(#""rule""#) || $0.contains(#""code""#) } }
    let (one, other) = (try run("--log", Self.log), try run("--log", ledger))
    #expect(
      counts(one).map { $0.replacing(/"file":"[^"]*"/, with: "") }
        == counts(other).map { $0.replacing(/"file":"[^"]*"/, with: "") })
  }
}
