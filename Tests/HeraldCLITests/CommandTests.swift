import Foundation
import Testing

@Suite("The commands")
struct CommandTests {
  static let log = "Events/update/forced-until-updated/log.jsonl"

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Herald.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("Importing, exporting and importing again give the same bytes, and store nothing twice")
  func importAndExportRoundTrip() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    let exported = try Herald.run("export", ledger)
    #expect(try exported.output == text(Self.log))
    let again = try Herald.run("import", try scratch.write(exported.output, to: "again.jsonl"), "--ledger", ledger)
    #expect(again.output.contains(#""appended":0"#))
    for kind in ["--decisions", "--states"] {
      let fromLog = try Herald.run("replay", Self.log, kind).lines.sorted()
      #expect(try Herald.run("replay", ledger, kind).lines.sorted() == fromLog)
    }
  }

  @Test("herald import prints counts, and writes the heads of the whole ledger to the file of --heads")
  func importPrintsCounts() throws {
    let scratch = try Scratch()
    let (ledger, heads) = (scratch.path("l.sqlite"), scratch.path("heads.jsonl"))
    let run = try Herald.run("import", Self.log, "--ledger", ledger, "--heads", heads, "--format", "json")
    #expect(run.lines.count == 1)
    #expect(run.output.contains(#""duplicates":0,"streams":1}"#))
    #expect(try String(contentsOfFile: heads, encoding: .utf8) == Herald.run("export", ledger, "--heads").output)
    let again = try Herald.run("import", Self.log, "--ledger", ledger, "--heads", heads)
    #expect(again.status == 1)
    #expect(again.codes == ["fileExists"])
    #expect(try Herald.run("import", Self.log, "--ledger", ledger, "--heads", heads, "--force").status == 0)
  }

  @Test("herald import leaves the ledger alone where the file of --heads is there already")
  func importChecksItsFileFirst() throws {
    let scratch = try Scratch()
    let heads = try scratch.write("mine", to: "heads.jsonl")
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("l.sqlite"), "--heads", heads).status == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("l.sqlite")))
    #expect(try String(contentsOfFile: heads, encoding: .utf8) == "mine")
  }

  @Test(
    "The option --until explains its values where it is given neither a revision nor a time",
    arguments: ["replay", "audit"])
  func untilExplainsItsValues(command: String) throws {
    for end in ["x", "-1", "+3", "2026-03-02"] {
      let run = try Herald.run(command, Self.log, "--until=\(end)")
      #expect(run.status == 64)
      #expect(run.errors.contains("neither a revision nor a time"))
    }
  }

  @Test("herald replay --count is a sentence for people, and an object for programs")
  func countSpeaksToPeople() throws {
    #expect(try Herald.run("replay", Self.log, "--count", "--format", "human").output.contains(" decisions; "))
    #expect(try Herald.run("replay", Self.log, "--count").output.hasPrefix(#"{"decisions":"#))
  }

  @Test("Commands read standard input, and logs packed with gzip and zstd", arguments: ["gzip", "zstd -q"])
  func commandsReadPackedLogs(tool: String) throws {
    let plain = try Herald.run("replay", Self.log, "--states")
    #expect(try Herald.run(["replay", "-", "--states"], input: text(Self.log)).output == plain.output)
    let scratch = try Scratch()
    let end = tool == "gzip" ? "gz" : "zst"
    let packing = Process()
    packing.executableURL = URL(fileURLWithPath: "/bin/sh")
    let file = Herald.root.appendingPathComponent(Self.log).path
    // Two members in one file, as after appending to a packed log.
    let half = "head -c 900 '\(file)' | \(tool) -c; tail -c +901 '\(file)' | \(tool) -c"
    packing.arguments = [
      "-c",
      "command -v \(tool.split(separator: " ")[0]) >/dev/null || exit 9; { \(half); } > '\(scratch.path("log.jsonl." + end))'",
    ]
    try packing.run()
    packing.waitUntilExit()
    try #require(packing.terminationStatus == 0, "\(tool) is needed to pack the log")
    #expect(try Herald.run("replay", scratch.path("log.jsonl." + end), "--states").output == plain.output)
  }

  @Test("herald append acknowledges each durable event, also a repeated one, and stops at the first bad line")
  func appendAcknowledgesDurableEvents() throws {
    let scratch = try Scratch()
    let lines = try text(Self.log).split(separator: "\n").prefix(3).map(String.init)
    let input = (lines + [lines[1], "nonsense", lines[2]]).joined(separator: "\n") + "\n"
    let run = try Herald.run(["append", "--ledger", scratch.path("l.sqlite")], input: input)
    #expect(run.status == 3)
    #expect(run.errors.contains("error[notJSON]"))
    let ids = try lines.map { String(try #require($0.firstMatch(of: /"id":"([^"]+)"/)?.1)) }
    #expect(run.lines == ids + [ids[1]])
    #expect(try Herald.run("export", scratch.path("l.sqlite")).lines == lines)
  }

  @Test("herald append keeps every event that it acknowledged before it was killed")
  func appendKeepsWhatItAcknowledged() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    let lines = try text(Self.log).split(separator: "\n").map(String.init)
    let process = Process()
    process.executableURL = Herald.binary
    process.arguments = ["append", "--ledger", ledger]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var acknowledged = ""
    for line in lines {
      input.fileHandleForWriting.write(Data((line + "\n").utf8))
      acknowledged += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(acknowledged.split(separator: "\n").count == lines.count)
    #expect(try Herald.run("export", ledger).lines == lines)
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).output.contains(#""appended":0"#))
  }

  @Test(
    "herald replay says on standard error which type no event has, and that nothing lies at --from or later",
    arguments: [
      (["--type", "prompt.show"], "noType", "did you mean `prompt.shown`?"),
      (["--type", "prompt.shown", "--type", "app.launch"], "noType", "did you mean `app.launched`?"),
      (["--from", "99999"], "noPoint", "the last one is "),
      (["--from", "2999-01-01T00:00:00Z"], "noPoint", "the latest event is of "),
    ],
    [["--format", "human"], ["--format", "json"], ["--count"], ["--decisions", "--format", "human"]])
  func replaySaysWhatNoEventHas(_ unmet: (asked: [String], code: String, words: String), form: [String]) throws {
    let run = try Herald.run(["replay", Self.log] + unmet.asked + form)
    #expect(run.status == 0)
    #expect(run.codes == [unmet.code])
    #expect(run.errors.contains(unmet.words), "\(run.errors)")
  }

  @Test("The command that herald token new says ends the token as it stands")
  func newTokenSaysHowToRevokeIt() throws {
    let scratch = try Scratch()
    let folder = scratch.path("my server")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let made = try Herald.run("token", "new", "--data", folder, "--role", "read", "--name", "Desk", "--format", "human")
    #expect(made.status == 0)
    #expect(made.output.contains("`herald token revoke --data '\(folder)' "))
    let id = try #require(made.output.firstMatch(of: /revoke --data '.*' ([0-9a-f]+)`/)?.1)
    #expect(try Herald.run("token", "revoke", "--data", folder, String(id)).status == 0)
  }

  @Test("herald replay says nothing of a selection that events have", arguments: ["--type", "--from"])
  func replayOfAMetSelectionIsQuiet(option: String) throws {
    let run = try Herald.run("replay", Self.log, option, option == "--type" ? "app.launched" : "1", "--format", "json")
    #expect(run.codes == [])
  }

  @Test("herald replay stops at a revision or a time, and takes another policy")
  func replayTakesAnEndAndAPolicy() throws {
    let all = try Herald.run("replay", Self.log, "--decisions").lines
    let some = try Herald.run("replay", Self.log, "--decisions", "--until", "4").lines
    #expect(!some.isEmpty)
    #expect(some.count < all.count)
    #expect(some == Array(all.prefix(some.count)))
    #expect(try Herald.run("replay", Self.log, "--decisions", "--until", "1999-01-01T00:00:00Z").lines == [])
    let scratch = try Scratch()
    let empty = try scratch.write(#"{"packageName":"com.example.other"}"#, to: "policy.json")
    let other = try Herald.run("replay", Self.log, "--decisions", "--policy", empty).lines
    #expect(other.count == all.count)
    #expect(other.allSatisfy { !$0.contains(#""reason":"shown""#) })
  }

  @Test("herald why prints the decision's own line with every test, and its causes")
  func whyGivesTheDecisionsLine() throws {
    let decision = try #require(try Herald.run("replay", Self.log, "--decisions").lines.first)
    let source = try #require(decision.split(separator: "\"").dropFirst(3).first)
    let revision = try #require(decision.firstMatch(of: /"revision":(\d+)/)?.1)
    let why = try Herald.run("why", Self.log, "--source", String(source), "--revision", String(revision))
    #expect(why.status == 0)
    let head = try #require(decision.range(of: #","rules":"#)).lowerBound
    #expect(why.output.hasPrefix(decision[..<head]))
    #expect(why.output.contains(#""test":"filters""#))
    #expect(why.output.contains(#""because":[{"revision":1"#))
  }
}
