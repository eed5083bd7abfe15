import Foundation
import Testing

@Suite("One installation of a log")
struct SourceOptionTests {
  private static let log = "Events/log/several-installations-interleaved/log.jsonl"
  /// A part of one installation's name that no other has.
  private static let part = "0f8fad5b"
  private static let source = "urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e"

  /// The commands that read a log and take `--source`.
  private static let commands: [[String]] = [
    ["replay", log, "--decisions"], ["replay", log, "--states"], ["replay", log, "--format", "human"],
    ["audit", log, "--all"], ["export", log], ["export", log, "--table", "prompts"],
    ["bisect", log, "--until-condition", "counts.launches > 0"], ["why", log],
  ]

  @Test("A command with a part of a name tells of that installation alone", arguments: commands)
  func aPartOfANameIsEnough(_ command: [String]) throws {
    let run = try Herald.run(command + ["--source", Self.part])
    #expect(run.status == 0)
    #expect(run.output.contains(Self.source))
    #expect(!run.output.contains("/installations/b"))
  }

  @Test("A command reads the same installation from a log, standard input and a ledger", arguments: commands)
  func everyInputGivesTheSame(_ command: [String]) throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    func run(_ log: String) throws -> [String] {
      let named = command.map { $0 == Self.log ? log : $0 }
      let run = try Herald.run(named + ["--source", Self.part], input: text)
      // What is said of the whole input differs: a ledger has a chain, and a log has lines.
      return run.lines.filter { !$0.contains("comparedHeads") && !$0.hasPrefix(#"{"head""#) }
    }
    let fromLog = try run(Self.log)
    #expect(try run("-") == fromLog)
    #expect(try run(ledger) == fromLog)
  }

  @Test("A text that several names contain is refused, and the candidates are listed", arguments: commands)
  func anAmbiguousPartIsRefused(_ command: [String]) throws {
    let run = try Herald.run(command + ["--source", "nstallations/"])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.codes == ["noInstallation"])
    #expect(run.errors.contains("`/installations/b`"))
    #expect(run.errors.contains("`/Installations/b`"))
  }

  @Test("A text that no name contains is refused, and the installations are listed", arguments: commands)
  func anUnknownPartIsRefused(_ command: [String]) throws {
    let run = try Herald.run(command + ["--source", "nobody"])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("no installation `nobody`"))
  }

  @Test("Whole names come before parts of longer names")
  func aWholeNameIsNotAPart() throws {
    let scratch = try Scratch()
    let line = { (source: String) in
      #"{"specversion":"1.0","source":"\#(source)","id":"1","type":"app.launched","time":"2026-03-02T08:00:00Z","#
        + #""data":{"properties":{}}}"# + "\n"
    }
    let log = try scratch.write(["/i/10", "/i/1", "/i/11"].map(line).joined(), to: "log.jsonl")
    for input in [log, "-"] {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      let run = try Herald.run(["replay", input, "--states", "--source", "/i/1"], input: text)
      #expect(run.lines.count == 1)
      #expect(run.output.hasPrefix(#"{"source":"/i/1","#))
    }
  }

  @Test("The lines of one installation are a log of their own that replays as the whole does")
  func exportedLinesAreALog() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    for part in [Self.part, "/installations/b", "/Installations/b"] {
      let lines = try Herald.run("export", Self.log, "--source", part)
      #expect(lines.status == 0)
      let file = try scratch.write(lines.output, to: "\(part.count)-\(part.first == "/" ? "b" : "u").jsonl")
      let alone = try Herald.run("replay", file, "--format", "json")
      let whole = try Herald.run("replay", Self.log, "--format", "json", "--source", part)
      #expect(alone.status == 0)
      #expect(alone.output == whole.output)
      let kept = lines.lines.filter { text.contains($0) }.count
      // A line differs only where it now brings the document that another installation's fetch brought.
      #expect(lines.lines.count - kept <= 1)
      #expect((kept < lines.lines.count) == lines.codes.contains("addedDocument"))
    }
  }

  @Test("Lint counts one installation of a log where a part of its name is given")
  func lintCountsOneInstallation() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      #"{"packageName":"x","updates":[{"id":1,"forceExit":true,"descriptions":{"*":"x"}}]}"#, to: "p.json")
    let all = try Herald.run("lint", policy, "--log", Self.log)
    let one = try Herald.run("lint", policy, "--log", Self.log, "--source", Self.part)
    #expect(all.output.contains(#""installations":3"#))
    #expect(one.output.contains(#""installations":1"#))
    #expect(try Herald.run("lint", policy, "--source", Self.part).status == 64)
  }
}
