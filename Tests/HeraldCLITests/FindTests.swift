import Foundation
import Testing

@Suite("herald find")
struct FindTests {
  private static let log = "Events/log/several-installations-interleaved/log.jsonl"

  @Test("herald find lists the installations for which a condition holds, and ends with status 2 where there is none")
  func status() throws {
    let found = try Herald.run(["find", Self.log, "--where", "counts.launches > 0"])
    #expect(found.status == 0)
    #expect(found.errors.isEmpty)
    #expect(found.lines.last?.hasPrefix(#"{"summary":{"installations":"#) == true)
    let none = try Herald.run(["find", Self.log, "--where", "counts.clockSteps > 100"])
    #expect(none.status == 2)
    #expect(none.lines.count == 1)
  }

  @Test("herald find answers the same about a log, standard input and a ledger")
  func everyInput() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run(["import", Self.log, "--ledger", ledger]).status == 0)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    for options in [["--ever"], ["--at", "2030-01-01T00:00:00Z"], ["--limit", "1"]] {
      let asked = ["--where", "event.type ~ PROMPT or zone == 60 or policy"] + options
      let fromLog = try Herald.run(["find", Self.log] + asked).lines
      #expect(fromLog.count > 1)
      #expect(try Herald.run(["find", "-"] + asked, input: text).lines == fromLog)
      #expect(try Herald.run(["find", ledger] + asked).lines == fromLog)
    }
  }

  @Test(
    "herald find refuses what means nothing",
    arguments: [
      ["--ever", "--at", "2026-01-01T00:00:00Z"], ["--limit", "-1"], ["--user", ""], ["--where", "visible.rul == x"],
      ["--at", "yesterday"],
    ])
  func wrongUsage(_ options: [String]) throws {
    let run = try Herald.run(["find", Self.log] + options)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test("herald replay prints from a revision or a time on, of some types, and folds all events")
  func replayPrintsAPart() throws {
    let log = "Events/message/three-times-a-week-apart/log.jsonl"
    let all = try Herald.run(["replay", log, "--decisions"]).lines
    let some = try Herald.run(["replay", log, "--decisions", "--from", "9"]).lines
    #expect(!some.isEmpty)
    #expect(some == Array(all.suffix(some.count)))
    #expect(some.count < all.count)
    let shown = try Herald.run(["replay", log, "--format", "human", "--type", "prompt.shown"]).lines
    let events = shown.filter { $0.contains("shown") && $0.contains("2026-") }
    #expect(!events.isEmpty)
    #expect(!shown.contains { $0.contains("launched") })
    let states = try Herald.run(["replay", log, "--states"]).lines
    #expect(try Herald.run(["replay", log, "--states", "--type", "prompt.shown"]).lines == states)
  }
}
