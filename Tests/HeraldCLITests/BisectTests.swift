import Foundation
import Testing

@Suite("herald bisect")
struct BisectTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"

  private func run(_ condition: String, _ log: String = log, _ more: String...) throws -> Herald.Run {
    try Herald.run(["bisect", log, "--until-condition", condition] + more)
  }

  @Test("herald bisect suggests a command that shows the turn and works")
  func bisectSuggestsAWorkingCommand() throws {
    let run = try run("records[\"message:101\"].shown >= 3", Self.log, "--format", "human")
    #expect(run.status == 0)
    let command = try #require(run.lines.first { $0.contains("herald diff") }).trimmingCharacters(in: .whitespaces)
    let diff = try Herald.run(command.split(separator: " ").dropFirst().map(String.init))
    #expect(diff.lines.contains(#"{"state":"records[\"message:101\"].shown","a":2,"b":3}"#))
  }

  @Test("herald bisect ends with status 2 where the condition never holds")
  func bisectEndsWithStatus2WhereNothingHolds() throws {
    let run = try run("counts.clockSteps > 0", Self.log, "--format", "human")
    #expect(run.status == 2)
    #expect(run.output == "It never holds, in 1 installation.\n")
    let held = try self.run("counts.clockSteps > 0", "Events/clock/set-back-two-days/log.jsonl")
    #expect(held.status == 0)
    #expect(held.errors.isEmpty)
    #expect(held.lines.count == 2)
  }

  @Test("herald bisect asks the question of its options")
  func bisectAsksTheQuestionOfItsOptions() throws {
    let source = "/installations/aa10c4e9"
    let one = try run("revision >= 2", Self.log, "--source", source)
    #expect(one.status == 0)
    #expect(one.lines.count == 2)
    #expect(try run("revision >= 2", Self.log, "--until", "1").status == 2)
    let missing = try run("revision >= 2", Self.log, "--source", "/none")
    #expect(missing.status == 3)
    #expect(missing.errors.contains("error[noInstallation]"))
  }

  @Test("herald bisect refuses an unreadable condition, and points at the fault")
  func bisectPointsAtAFaultInTheCondition() throws {
    let run = try run("visible.rul == update:7")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("There is no `visible.rul` (column 9)."))
    #expect(run.errors.contains("  visible.rul == update:7\n          ^\n"))
    #expect(run.errors.contains("Did you mean `visible.rule`?"))
  }
}
