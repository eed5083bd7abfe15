import Foundation
import Testing

@Suite("What bad input gets")
struct BadInputTests {
  /// The bytes of each log, with the code and the place that the error must name.
  static let bad: [(Data, String, String)] = [
    (Data([0x7B, 0x22, 0xFF, 0x22, 0x7D, 0x0A]), "notJSON", ":1:3"),
    (Data((#"{"specversion""# + "\n").utf8), "notJSON", ":1:"),
    (Data((event(#""time":"2026-03-02T08:00:00Z""#) + "[]\n").utf8), "notAnObject", ":2:1"),
    (Data(event(#""time":"2026-02-30T08:00:00Z""#).utf8), "notATime", " /time"),
    (Data(event(#""time":"2026-03-02T08:00:00Z","revision":2"#).utf8), "revisionGap", " /revision"),
    (Data(event(#""time":"2026-03-02T08:00:00Z","id":"b""#).utf8), "notJSON", ":1:"),
  ]

  static func event(_ attributes: String) -> String {
    #"{"specversion":"1.0","id":"a","source":"/i","type":"app.backgrounded",\#(attributes)}"# + "\n"
  }

  @Test("Bad input ends with status 3 and an error that says what, where, why and the fix", arguments: bad.indices)
  func badInputIsRefusedWithAllFourParts(_ index: Int) throws {
    let (bytes, code, place) = Self.bad[index]
    let scratch = try Scratch()
    let log = scratch.path("bad.jsonl")
    try bytes.write(to: URL(fileURLWithPath: log))
    for arguments in [["replay", log, "--states"], ["import", log, "--ledger", scratch.path("l.sqlite")]] {
      let run = try Herald.run(arguments)
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("error[\(code)]: "))
      #expect(run.errors.contains("\(log)\(place.hasPrefix(":") ? place : ":1:")"))
      #expect(run.errors.contains(place))
      #expect(run.errors.contains("\n  why "))
      #expect(run.errors.contains("\n  fix "))
    }
    #expect(try Herald.run("export", scratch.path("l.sqlite")).output.isEmpty)
  }

  @Test("A file that is missing, or cannot be written, ends a command with status 1")
  func missingFilesEndWithStatus1() throws {
    for arguments in [["replay", "/nowhere.jsonl"], ["export", "/nowhere.sqlite"], ["why", "/nowhere.jsonl"]] {
      let run = try Herald.run(arguments)
      #expect(run.status == 1)
      #expect(run.errors.contains("`/nowhere."))
    }
  }

  @Test(
    "An empty argument is wrong usage, and the error names its place",
    arguments: [
      (["replay", ""], "The argument after 'replay' is empty."), ([""], "There is no command ''."),
      (["import", "a.jsonl", "--ledger", ""], "The argument after '--ledger' is empty."),
      (["test", "Events", "--filter", ""], "The argument after '--filter' is empty."),
    ])
  func emptyArgumentIsRefused(arguments: [String], words: String) throws {
    let run = try Herald.run(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words))
  }

  @Test(
    "A ledger is a file, also where SQLite would take its name for a database in memory",
    arguments: [":memory:", "file::memory:", "file:l.sqlite?mode=memory"])
  func ledgerIsAlwaysAFile(name: String) throws {
    let scratch = try Scratch()
    let log = Herald.root.appendingPathComponent("Events/update/forced-until-updated/log.jsonl").path
    #expect(try Herald.run(["import", log, "--ledger", name], in: scratch.folder).status == 0)
    let exported = try Herald.run(["export", name], in: scratch.folder)
    #expect(exported.output == (try String(contentsOfFile: log, encoding: .utf8)))
  }

  @Test("Importing a missing log leaves no ledger behind")
  func missingLogLeavesNoLedger() throws {
    let scratch = try Scratch()
    #expect(try Herald.run("import", "/nowhere.jsonl", "--ledger", scratch.path("l.sqlite")).status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test(
    "Tokens of a folder that is not a server's are not listed or revoked, and no server is made there",
    arguments: [
      ["token", "list"], ["token", "revoke", "00000000"],
    ])
  func missingServerFolderIsNotMade(command: [String]) throws {
    let scratch = try Scratch()
    let run = try Herald.run(command + ["--data", scratch.path("misspelt")])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[noServerFolder]: `\(scratch.path("misspelt"))` is not the folder of a server."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("A token for a folder that is not there makes no server, and a file is no folder")
  func tokenMakesNoFolder() throws {
    let scratch = try Scratch()
    let file = try scratch.write("text", to: "notes.txt")
    for path in [scratch.path("misspelt"), file] {
      let run = try Herald.run("token", "new", "--data", path, "--role", "read", "--name", "Desk")
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("error[noServerFolder]: There is no folder `\(path)`."))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["notes.txt"])
  }

  @Test("The first token in a folder tells that a new server was made there, and the next tells nothing")
  func newServerFolderIsTold() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("server"), withIntermediateDirectories: false)
    let command = ["token", "new", "--data", scratch.path("server"), "--role", "read", "--name", "Desk"]
    let (first, second) = (try Herald.run(command), try Herald.run(command))
    #expect(first.status == 0)
    #expect(first.lines.count == 1)
    #expect(first.errors.contains("note: `\(scratch.path("server"))` had no server, so a new one was made there."))
    #expect(second.status == 0)
    #expect(second.errors.isEmpty)
  }

  @Test("A token for a folder with something else in it makes no server there, and says what is there")
  func otherFolderGetsNoServer() throws {
    let scratch = try Scratch()
    _ = try scratch.write("text", to: "notes.txt")
    let run = try Herald.run("token", "new", "--data", scratch.folder.path, "--role", "read", "--name", "Desk")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[noServerFolder]: `\(scratch.folder.path)` is not the folder of a server."))
    #expect(run.errors.contains("`notes.txt`"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["notes.txt"])
  }

  @Test("A token that would be over already is not made", arguments: ["2020-01-01T00:00:00Z", "0d", "-1d"])
  func tokenThatIsOver(expires: String) throws {
    let scratch = try Scratch()
    let command = ["token", "new", "--data", scratch.folder.path, "--role", "read", "--name", "Desk"]
    let run = try Herald.run(command + ["--expires=\(expires)"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("'\(expires)'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("A server that cannot listen ends with the cause, and leaves no tokens")
  func cannotListen() throws {
    let scratch = try Scratch()
    let run = try Herald.run("serve", "--data", scratch.path("server"), "--listen", "192.0.2.1:8320")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[cannotListen]: The server cannot listen at `192.0.2.1:8320`."))
    #expect(run.errors.contains("this machine does not have the address"))
    let tokens = try Herald.run("token", "list", "--data", scratch.path("server"), "--format", "json")
    #expect(tokens.status == 0)
    #expect(tokens.output.isEmpty)
  }

  @Test("A file that is not a ledger ends a command with status 3 and stays unchanged")
  func otherFilesAreNotTakenForLedgers() throws {
    let scratch = try Scratch()
    let file = try scratch.write("precious text of somebody, longer than a header", to: "notes.txt")
    let run = try Herald.run("import", "Events/update/forced-until-updated/log.jsonl", "--ledger", file)
    #expect(run.status == 3)
    #expect(run.errors.contains("error[notALedger]"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("precious"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["notes.txt"])
  }

  @Test("Wrong usage ends every command with status 64")
  func wrongUsageEndsWithStatus64() throws {
    #expect(try Herald.run("replay").status == 64)
    #expect(try Herald.run("replay", "x", "--until", "yesterday").status == 64)
    #expect(try Herald.run("fly").status == 64)
  }

  @Test(
    "A value that a server's option cannot have is wrong usage, and no folder is made",
    arguments: [
      ("--listen", "nowhere", "a host and a port, such as 127.0.0.1:8320"),
      ("--secure-cookies", "never", "auto or always"),
      ("--policies-need-token", "perhaps", "true or false"),
    ])
  func serverOptions(option: String, text: String, wanted: String) throws {
    let scratch = try Scratch()
    let run = try Herald.run("serve", "--data", scratch.path("server"), option, text)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Error: '\(text)' is not a value of \(option): it is \(wanted)."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("The option --skip-invalid reports each line that it leaves out, and reads the rest")
  func skipInvalidReportsEachLine() throws {
    let scratch = try Scratch()
    let good = Self.event(#""time":"2026-03-02T08:00:00Z""#)
    let log = try scratch.write(
      good + "nonsense\n" + "{}\n" + good.replacingOccurrences(of: #""a""#, with: #""b""#), to: "l.jsonl")
    let run = try Herald.run("replay", log, "--states", "--skip-invalid")
    #expect(run.status == 0)
    #expect(run.output.contains(#""revision":2"#))
    #expect(run.errors.contains(":2:1"))
    #expect(run.errors.contains(":3:1"))
  }

  @Test("A log that is given as a policy gets one error, with the command that helps")
  func aLogIsNoPolicy() throws {
    let scratch = try Scratch()
    let log = #"{"specversion":"1.0","id":"1","source":"/i"}"# + "\n"
    let run = try Herald.run("lint", try scratch.write(log, to: "file.json"))
    #expect(run.status == 3)
    #expect(run.errors.contains("is a log, not a policy."))
    #expect(run.errors.contains("herald replay"))
    #expect(run.errors.split(separator: "\n").count == 4)
  }

  @Test("A ledger that is given as a policy is named as one")
  func aLedgerIsNoPolicy() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("ledger.sqlite")
    #expect(try Herald.run("import", "Events/update/forced-until-updated/log.jsonl", "--ledger", ledger).status == 0)
    let run = try Herald.run("lint", ledger)
    #expect(run.status == 3)
    #expect(run.errors.contains("is a ledger, not a policy."))
  }
}
