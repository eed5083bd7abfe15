import Foundation
import Testing

@Suite("herald why")
struct WhyCommandTests {
  private static let forced = "Events/update/forced-until-updated/log.jsonl"
  private static let message = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald why refuses a revision below 1", arguments: ["0", "-1"])
  func whyCountsRevisionsFrom1(_ revision: String) throws {
    let run = try Herald.run("why", Self.forced, "--revision=\(revision)")
    #expect(run.status == 64)
    #expect(run.errors.contains("There is no revision \(revision): the first one is 1."))
  }

  @Test("herald why refuses --not and --again together")
  func whyRefusesTwoQuestionsAtOnce() throws {
    let run = try Herald.run("why", "x", "--again", "--not", "update:1")
    #expect(run.status == 64)
    #expect(run.errors.contains("--not and --again are two questions."))
  }

  @Test("herald why prints words where a level is given, all of them by default, and refuses a level of JSON")
  func whyPrintsAsMuchAsItsLevel() throws {
    func why(_ more: String...) throws -> Herald.Run {
      try Herald.run(["why", Self.message, "--revision", "9"] + more)
    }
    let sentence = try why("--level", "sentence")
    #expect(sentence.lines.count == 1)
    #expect(sentence.output.hasPrefix("Nothing is shown: message:101 is not due yet"))
    let all = try why("--level", "all")
    #expect(all.lines.count > 1)
    #expect(try why("--format", "human").output == all.output)
    let both = try why("--level", "path", "--format", "json")
    #expect(both.status == 64)
    #expect(both.errors.contains("JSON has everything"))
  }

  @Test("herald why asks the question of its options, and prints one line of JSON for each answer")
  func whyAsksTheQuestionOfItsOptions() throws {
    func why(_ more: String...) throws -> Herald.Run { try Herald.run(["why", Self.message] + more) }
    for (run, lines, text) in [
      (try why("--source", "aa10", "--revision", "9"), 1, #""revision":9,"#),
      (try why("--revision", "9", "--not", "message:101"), 1, #""not":"message:101","obstacles":[{"#),
      (try why("--again"), 1, #""unjustified":false,"clockAhead":null,"showings":["#),
      (try why("--revision", "9", "--not", "message:101", "--others"), 2, #""alike":0"#),
    ] {
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(run.lines.count == lines)
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  @Test(
    "herald why ends with status 3 where it has nothing to explain", arguments: [["--revision", "1"], ["--source=x"]])
  func whyEndsWithStatus3WithoutADecision(_ more: [String]) throws {
    let run = try Herald.run(["why", Self.forced] + more)
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.codes.count == 1)
  }

  @Test("herald replay marks a prompt that no decision asked for")
  func replayMarksADeviation() throws {
    let scratch = try Scratch()
    let log = try String(contentsOfFile: Self.forced, encoding: .utf8).split(separator: "\n").prefix(3)
    let other = log[2].replacing(/"rule":"[^"]+"/, with: #""rule":"update:other""#)
    let file = try scratch.write("\(log[0])\n\(log[1])\n\(other)\n", to: "log.jsonl")
    let timeline = try Herald.run("replay", file, "--format", "human")
    #expect(timeline.output.contains("✗ not as decided: update:other (force) was shown"))
  }

  @Test("herald replay marks a clock that was set back")
  func replayMarksAClock() throws {
    let replay = try Herald.run("replay", "Events/clock/set-back-two-days/log.jsonl", "--format", "human")
    #expect(replay.output.contains("the clock was set back by 1 d 23 h 55 min"))
  }

  @Test("A log with gaps is read with --partial by herald why, report and audit, whose commands have it too")
  func partialLogsAreRead() throws {
    let log = "Events/log/with-gaps/log.jsonl"
    #expect(try Herald.run("why", log, "--partial").output.contains(#"{"from":6,"to":8}"#))
    let page = try Herald.run("report", log, "--partial", "-o", "-")
    #expect(page.output.contains("This log is incomplete: revisions are missing in 2 places."))
    let audit = try Herald.run("audit", log, "--partial", "--all", "--format", "human")
    #expect(audit.output.contains(" --partial\n"))
  }

  @Test("herald why reads a ledger that a phone wrote, and names it in commands as a shell takes it")
  func whyReadsAPhonesLedger() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      #"{"packageName":"a","updates":[{"id":1,"forceUpdate":"maybe","descriptions":{"*":"x"}}]}"#, to: "policy.json")
    let script = try scratch.write("launch\n", to: "script.txt")
    let ledger = scratch.path("my ledger.sqlite")
    let phone = ["--property", "appPackageName=a", "--script", script]
    #expect(try Herald.run(["run", "--policy", policy, "--ledger", ledger] + phone).status == 0)
    for log in [ledger, try scratch.write(try Herald.run("export", ledger).output, to: "log.jsonl")] {
      let run = try Herald.run("why", log, "--level", "path")
      #expect(run.output.contains("Nothing is shown: the policy has no rule: one was left out as invalid."))
    }
    let missing = try Herald.run("why", ledger, "--revision", "9")
    #expect(missing.errors.contains("`herald replay '\(ledger)'`"))
  }
}
