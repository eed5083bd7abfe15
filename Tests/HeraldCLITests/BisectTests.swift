import Foundation
import HeraldCorpus
import Testing

@Suite("herald bisect")
struct BisectTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"
  private static let fleet = "Events/log/several-installations-interleaved/log.jsonl"

  private func run(_ condition: String, _ log: String = log, _ more: String...) throws -> Herald.Run {
    try Herald.run(["bisect", log, "--until-condition", condition] + more)
  }

  @Test("herald bisect names the first and the last event of a condition, its turns, and its state at the end")
  func bisectPrintsEachTurnAsJSON() throws {
    let run = try run("visible.rule == message:101")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 2)
    let line = try #require(run.lines.first)
    #expect(
      line.hasPrefix(
        #"{"source":"/installations/aa10c4e9","first":{"revision":3,"id":"aa10c4-0003","type":"prompt.shown","#))
    #expect(line.contains(#""values":[{"field":"visible.rule","before":null,"after":"message:101"}]}"#))
    #expect(line.contains(#""ceased":{"revision":4,"#))
    #expect(line.contains(#""beginnings":3,"holdsAtEnd":false,"#))
    #expect(run.lines.last == #"{"summary":{"installations":1,"held":1,"holdAtEnd":0}}"#)
    for line in run.lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
  }

  @Test("herald bisect prints words for people, with a command that shows the turn and works")
  func bisectSuggestsAWorkingCommand() throws {
    let run = try run("records[\"message:101\"].shown >= 3", Self.log, "--format", "human")
    #expect(run.output.contains("holds after  revision 16, "))
    #expect(run.output.contains("records[\"message:101\"].shown  2 → 3"))
    #expect(run.output.contains("at the end   it holds (revision 20)"))
    #expect(run.output.contains("It held in 1 of 1 installation, and holds at the end in 1."))
    let command = try #require(run.lines.first { $0.contains("herald diff") }).trimmingCharacters(in: .whitespaces)
    let diff = try Herald.run(command.split(separator: " ").dropFirst().map(String.init))
    #expect(diff.lines.contains(#"{"state":"records[\"message:101\"].shown","a":2,"b":3}"#))
  }

  @Test("herald bisect reports a condition that holds before any event as holding from the beginning")
  func bisectReportsTheBeginning() throws {
    let json = try run("not visible").lines.first
    #expect(json?.contains(#""first":{"revision":0,"id":null,"#) == true)
    #expect(json?.contains(#""ceased":{"revision":3,"#) == true)
    #expect(
      try run("not visible", Self.log, "--format", "human").output.contains("from the beginning, before any event"))
  }

  @Test("herald bisect ends with status 2 where the condition never holds")
  func bisectEndsWithStatus2WhereNothingHolds() throws {
    let run = try run("counts.clockSteps > 0", Self.log, "--format", "human")
    #expect(run.status == 2)
    #expect(run.output == "It never holds, in 1 installation.\n")
    #expect(
      try self.run("counts.clockSteps > 0").lines.first?.contains(#""first":null,"ceased":null,"beginnings":0"#) == true
    )
    #expect(try self.run("counts.clockSteps > 0", "Events/clock/set-back-two-days/log.jsonl").status == 0)
  }

  @Test("herald bisect looks at all installations of a log, or only at the one that is named")
  func bisectLooksAtOneOrAllInstallations() throws {
    let sources = try Herald.run("replay", Self.fleet, "--states").lines.count
    #expect(sources > 1)
    let all = try run("revision >= 2", Self.fleet)
    #expect(all.lines.count == sources + 1)
    let source = try #require(all.lines[0].split(separator: "\"").dropFirst(3).first).description
    let one = try run("revision >= 2", Self.fleet, "--source", source)
    #expect(one.lines.first == all.lines[0])
    #expect(one.lines.count == 2)
    #expect(try run("revision >= 2", Self.fleet, "--until", "1").status == 2)
    let missing = try run("revision >= 2", Self.fleet, "--source", "/none")
    #expect(missing.status == 3)
    #expect(missing.errors.contains("error[noInstallation]"))
  }

  @Test("herald bisect refuses an unreadable condition, and points at the fault")
  func bisectPointsAtAFaultInTheCondition() throws {
    let run = try run("visible.rul == update:7")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("There is no `visible.rul`. (column 9)"))
    #expect(run.errors.contains("  visible.rul == update:7\n          ^\n"))
    #expect(run.errors.contains("Did you mean `visible.rule`?"))
  }

  @Test(
    "herald bisect agrees with the expected states of every case of the corpus",
    arguments: ["visible", "counts.clockSteps > 0", "refused.reason == invalidJSON"])
  func bisectAgreesWithTheExpectedStates(condition: String) throws {
    var held = 0
    for log in try FieldLog.all(in: CorpusTests.corpus) {
      let file = log.folder.appendingPathComponent("log.jsonl").path
      let expected = try String(contentsOf: log.folder.appendingPathComponent("expect.jsonl"), encoding: .utf8)
      if expected.hasPrefix(#"{"refused""#) { continue }
      let states = expected.split(separator: "\n").filter { $0.contains(#""counts":"#) }.map(String.init)
      let run = try Herald.run(["bisect", file, "--until-condition", condition, "--format", "json"] + log.arguments)
      let lines = run.lines.dropLast()
      #expect(lines.count == states.count, "\(log.name)")
      let atEnd = try states.count { try Self.holds(condition, in: $0) }
      #expect(lines.count { $0.contains(#""holdsAtEnd":true"#) } == atEnd, "\(log.name)")
      held += lines.count { !$0.contains(#""first":null"#) }
    }
    #expect(held > 0)
  }

  /// Whether the condition holds, computed from the JSON of the state.
  private static func holds(_ condition: String, in state: String) throws -> Bool {
    let root = try JSONSerialization.jsonObject(with: Data(state.utf8)) as? [String: Any]
    let words = condition.split(separator: " ")
    let value = words[0].split(separator: ".").reduce(root as Any?) { ($0 as? [String: Any])?[String($1)] }
    switch words.count {
    case 1: return value != nil && !(value is NSNull)
    default: return words[1] == ">" ? (value as? Int ?? 0) > 0 : value as? String == String(words[2])
    }
  }
}
