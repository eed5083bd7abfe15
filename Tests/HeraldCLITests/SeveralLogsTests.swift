import Foundation
import Testing

/// Commands that read several logs as one.
@Suite("Several logs")
struct SeveralLogsTests {
  private static let logs = [
    "Events/update/range-written-as-or/log.jsonl", "Events/attention/twice-a-day-and-five-a-week/log.jsonl",
    "Events/update/skipped-until-the-next-version/log.jsonl",
  ]

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Herald.root.appendingPathComponent(path), encoding: .utf8)
  }

  private func ledger(of log: String, in scratch: Scratch, named name: String) throws -> String {
    let path = scratch.path(name)
    #expect(try Herald.run("import", log, "--ledger", path).status == 0)
    return path
  }

  @Test(
    "A command answers about several logs and ledgers as about one log with all their lines",
    arguments: [
      ["replay", "--decisions", "--format", "json"], ["replay", "--states", "--format", "json"], ["replay"],
      ["replay", "--count"], ["export", "--table", "all", "--as", "rows"],
      ["export", "--source", "2e90b6aa"], ["audit", "--format", "json"],
      ["why", "--source", "2e90b6aa", "--format", "json"], ["why", "--source", "3682bd04", "--others"],
      ["bisect", "--until-condition", "visible", "--format", "json"],
    ])
  func severalLogsAreReadAsOne(_ words: [String]) throws {
    let scratch = try Scratch()
    let whole = try scratch.write(Self.logs.map(Self.text).joined(), to: "whole.jsonl")
    let second = try ledger(of: Self.logs[1], in: scratch, named: "second.sqlite")
    func run(_ logs: [String]) throws -> Herald.Run { try Herald.run(words.prefix(1) + logs + words.dropFirst()) }
    let (one, plain) = (try run([whole]), try run(Self.logs))
    #expect([0, 2].contains(one.status))
    #expect(plain.status == one.status)
    #expect(plain.output == one.output)
    #expect(plain.errors == one.errors)
    if words[0] == "audit" { return }
    #expect(try run([Self.logs[0], second, Self.logs[2]]).output == one.output)
  }

  @Test("An installation that moved to another server goes on in the second ledger, and repeated events count once")
  func installationGoesOn() throws {
    let scratch = try Scratch()
    let lines = try Self.text(Self.logs[1]).split(separator: "\n").map { $0 + "\n" }
    let first = try scratch.write(lines[..<9].joined(), to: "first.jsonl")
    let second = try scratch.write(lines[..<1].joined() + lines[6...].joined(), to: "second.jsonl")
    let moved = try Herald.run(
      "replay", try ledger(of: first, in: scratch, named: "a.sqlite"), second, "--states", "--format", "json")
    #expect(moved.status == 0)
    #expect(try moved.output == Herald.run("replay", Self.logs[1], "--states", "--format", "json").output)
  }

  @Test("A bad line is named by its log and its number there")
  func badLineIsNamed() throws {
    let scratch = try Scratch()
    let bad = try scratch.write(Self.text(Self.logs[0]) + "{\"specversion\":1}\n", to: "bad.jsonl")
    let lines = try Self.text(Self.logs[0]).split(separator: "\n").count
    let run = try Herald.run("replay", Self.logs[1], bad, Self.logs[2])
    #expect(run.status == 3)
    #expect(run.errors.contains("\(bad):\(lines + 1):"))
    #expect(run.output.isEmpty)
  }

  @Test("A log that ends within a line is noted, and the next log is read from its first line")
  func tornLineEndsItsLog() throws {
    let scratch = try Scratch()
    let whole = try Self.text(Self.logs[0])
    let torn = try scratch.write(whole + #"{"specversion":"1.0","id":"x"#, to: "torn.jsonl")
    let unended = try scratch.write(String(whole.dropLast()), to: "unended.jsonl")
    let expected = try Herald.run("replay", Self.logs[0], Self.logs[1], "--states", "--format", "json")
    let run = try Herald.run("replay", torn, Self.logs[1], "--states", "--format", "json")
    #expect(run.status == 0)
    #expect(run.codes == ["torn"])
    #expect(run.output == expected.output)
    let other = try Herald.run("replay", unended, Self.logs[1], "--states", "--format", "json")
    #expect(other.errors.isEmpty)
    #expect(other.output == expected.output)
  }

  @Test("An event that two logs tell differently is refused, with both places")
  func contradictionIsRefused() throws {
    let scratch = try Scratch()
    let lines = try Self.text(Self.logs[1]).split(separator: "\n").map(String.init)
    let changed = lines[1].replacingOccurrences(of: #""time":"20"#, with: #""time":"19"#)
    #expect(changed != lines[1])
    let other = try scratch.write(changed + "\n", to: "other.jsonl")
    let run = try Herald.run("replay", Self.logs[1], other)
    #expect(run.status == 3)
    #expect(run.errors.contains("\(other):1:"))
    #expect(run.errors.contains("line 2 of `\(Self.logs[1])`"))
  }

  @Test("An audit proves each ledger by itself, and names the one that was changed")
  func auditProvesEachLedger() throws {
    let scratch = try Scratch()
    let good = try ledger(of: Self.logs[0], in: scratch, named: "good.sqlite")
    let changed = try ledger(of: Self.logs[1], in: scratch, named: "changed.sqlite")
    let sound = try Herald.run("audit", good, changed, "--format", "human")
    #expect(sound.output.contains("Ledger   \(good)\nChain    intact"))
    #expect(sound.output.contains("Ledger   \(changed)\nChain    intact"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: changed))
    let id = try #require(bytes.range(of: Data(#""id":"3682bd-0001""#.utf8)))
    bytes.replaceSubrange(id, with: Data(#""id":"3682bd-9001""#.utf8))
    try bytes.write(to: URL(fileURLWithPath: changed))
    let run = try Herald.run("audit", good, changed, "--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("Ledger   \(good)\nChain    intact"))
    #expect(run.output.contains("Ledger   \(changed)\nChain    broken"))
    let json = try Herald.run("audit", good, changed, "--format", "json")
    #expect(json.lines.contains { $0.contains("good.sqlite") && $0.contains(#""chain":"intact","derived":"equal""#) })
    #expect(json.lines.contains { $0.contains("changed.sqlite") && $0.contains(#""chain":"broken""#) })
  }

  @Test("Standard input may be one of the logs, and only one")
  func standardInputIsReadOnce() throws {
    let expected = try Herald.run("replay", Self.logs[0], Self.logs[1], "--states", "--format", "json")
    let run = try Herald.run(
      "replay", Self.logs[0], "-", "--states", "--format", "json", input: Self.text(Self.logs[1]))
    #expect(run.output == expected.output)
    let twice = try Herald.run("replay", "-", "-")
    #expect(twice.status == 64)
    #expect(twice.errors.contains("Standard input can be read only once."))
  }
}
