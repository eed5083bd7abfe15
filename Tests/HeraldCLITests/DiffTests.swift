import Foundation
import Testing

@Suite("herald diff")
struct DiffTests {
  private static let phones = "Events/update/german-but-not-austrian-or-swiss/log.jsonl"
  private static let one = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald diff asks the question of its options, in words and as JSON")
  func diffAsksTheQuestionOfItsOptions() throws {
    let sides = ["diff", Self.phones, "--source", "1a960001", "--source", "1a960002"]
    let words = try Herald.run(sides + ["--format", "human"])
    #expect(words.status == 0)
    #expect(words.output.contains("A shows update:1 (optional); B shows update:2 (optional)."))
    let asked = try Herald.run(sides + ["--at", "4", "--trigger", "operation"])
    #expect(asked.status == 0)
    #expect(asked.lines.count { $0.contains(#""trigger":"operation""#) } == 2)
    #expect(asked.lines.last?.contains(#""sameAnswer":true"#) == true)
    let times = try Herald.run("diff", Self.one, "--at", "2026-07-08T06:00:01.999Z", "--at", "9")
    #expect(times.lines.last == #"{"summary":{"sameAnswer":true,"stateDifferences":0,"policyDifferences":0}}"#)
  }

  @Test("herald diff compares two logs of one phone each, either of them a ledger or standard input")
  func diffComparesTwoLogs() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.one), encoding: .utf8)
    let other = try scratch.write(text.replacing("aa10c4e9", with: "other"), to: "other.jsonl")
    let plain = try Herald.run("diff", Self.one, other)
    #expect(plain.status == 0)
    #expect(plain.lines.last?.contains(#""stateDifferences":0"#) == true)
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", other, "--ledger", ledger).status == 0)
    #expect(try Herald.run("diff", Self.one, ledger).lines.dropFirst(2) == plain.lines.dropFirst(2))
    #expect(try Herald.run(["diff", "-", other], input: text).lines.dropFirst() == plain.lines.dropFirst())
    let halves = try Herald.run(["diff", "-", "--at", "3"], input: text)
    #expect(try halves.lines.dropFirst(2) == Herald.run("diff", Self.one, "--at", "3").lines.dropFirst(2))
  }

  @Test(
    "herald diff names what is missing where there are no two sides",
    arguments: [
      ([one], 3, "onePoint", "`herald diff Events/message/three-times-a-week-apart/log.jsonl --at 1`"),
      ([one, one, one], 64, "3 logs", "two sides"), (["-", "-"], 64, "Standard input", "only once"),
      ([one, "--trigger", "lunch"], 64, "not a trigger", "launch, login"),
    ])
  func diffNamesTheMissingSide(arguments: [String], status: Int32, code: String, words: String) throws {
    let run = try Herald.run(["diff"] + arguments)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(code))
    #expect(run.errors.contains(words))
  }

  @Test("herald diff --where compares groups, of several logs as one")
  func diffComparesGroups() throws {
    let words = try Herald.run("diff", Self.phones, Self.one, "--where", "counts.launches > 1", "--format", "human")
    #expect(words.errors.isEmpty)
    #expect(words.output.contains("counts.launches > 1: holds at the end for "))
    let lines = try Herald.run(
      "diff", Self.phones, Self.one, "--where", "visible.rule == update:1", "--against", "visible.rule == update:2",
      "--ever"
    ).lines
    #expect(lines[1].hasPrefix(#"{"group":"b","condition":"visible.rule == update:2","installations":"#))
    #expect(lines.last?.hasSuffix(#""changedSince":null}}"#) == true)
  }

  @Test("herald diff --where has the status 2 where a group is empty")
  func diffOfAnEmptyGroup() throws {
    let run = try Herald.run("diff", Self.phones, "--where", "counts.launches > 99", "--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("It holds for none, so there is nothing to compare."))
  }

  @Test(
    "herald diff --where names options that do not belong to groups, and groups need it",
    arguments: [
      (["--where", "visible", "--at", "3"], "--where compares groups"), (["--ever"], "--ever is about groups"),
      (["--against", "visible"], "--against is about groups"), (["--all"], "--all is about groups"),
      (["--where", "visibel"], "Did you mean"),
    ])
  func diffRefusesOptions(arguments: [String], words: String) throws {
    let run = try Herald.run(["diff", Self.one] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
