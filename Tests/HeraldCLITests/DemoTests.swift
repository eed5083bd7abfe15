import Foundation
import Herald
import HeraldLog
import Testing

@testable import HeraldCLI

@Suite("herald demo")
struct DemoTests {
  private static let names = Set(DemoFolder.files.map(\.name))

  private func contents(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data()) })
  }

  private func demo(_ more: String..., in scratch: Scratch, environment: [String: String] = [:]) throws -> Herald.Run {
    try Herald.run(["demo"] + more, environment: environment, in: scratch.folder)
  }

  /// The command lines that are printed for people: those that were run, and those to go on with.
  private func commands(_ output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      let line = line.hasPrefix("$ ") ? line.dropFirst(2) : line
      return line.hasPrefix("herald ") ? String(line) : nil
    }
  }

  private func shell(_ line: String, in scratch: Scratch) throws -> Herald.Run {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Herald.run(
      ["-c", line], program: URL(fileURLWithPath: "/bin/sh"),
      environment: ["PATH": "\(Herald.binary.deletingLastPathComponent().path):\(path)"], in: scratch.folder)
  }

  @Test("herald demo writes a policy and three logs into its folder, and nothing else")
  func demoWritesFourFiles() throws {
    let scratch = try Scratch()
    let run = try demo(in: scratch)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["herald-demo"])
    let written = try contents(scratch.path("herald-demo"))
    #expect(Set(written.keys) == Self.names)
    for (name, bytes) in DemoFolder.files { #expect(written[name] == Data(bytes), "\(name)") }
  }

  @Test("The files in the program are those of the sources")
  func programHasTheFilesOfTheSources() throws {
    let kept = try contents(Herald.root.appendingPathComponent("Sources/HeraldCLI/Demo/Files").path)
    #expect(kept == Dictionary(uniqueKeysWithValues: DemoFolder.files.map { ($0.name, Data($0.bytes)) }))
  }

  @Test("The logs of the demo agree with what was decided", arguments: DemoFolder.logs)
  func logsAgree(log: String) throws {
    let scratch = try Scratch()
    #expect(try demo(in: scratch).status == 0)
    let audit = try Herald.run(["audit", "herald-demo/\(log)"], in: scratch.folder)
    #expect(audit.status == 0)
    #expect(audit.errors.isEmpty)
    let summary = try #require(audit.lines.last)
    #expect(summary.contains(#""unjustified":0,"missed":0,"open":0,"unknown":0"#), "\(summary)")
  }

  @Test("The demo's fleet has groups to compare, and its policy no error")
  func demoHasAFleet() throws {
    let scratch = try Scratch()
    #expect(try demo(in: scratch).status == 0)
    let states = try Herald.run(["replay", "herald-demo/fleet.jsonl", "--states"], in: scratch.folder)
    #expect(states.lines.count >= 12)
    let lint = try Herald.run(["lint", "herald-demo/policy.json"], in: scratch.folder)
    #expect(lint.status == 0)
    // The story: the button opens Google Play alone.
    #expect(lint.lines.count == 1)
    #expect(lint.output.contains(#""code":"forceWithoutWay""#), "\(lint.output)")
  }

  @Test("The answers of the demo are what its words say")
  func answersAreTheStory() throws {
    let scratch = try Scratch()
    let answers = try demo("--format", "human", in: scratch).output
    for part in [
      "update:min-4.0 (force) is shown: the first rule meets every condition",
      "and the app's version was still the old one (3.9)",
      "message:spring-sale was not shown: it is not due yet", "4 min 1 s later, and is then shown",
      "7 of 24 installations at the end of the log",
      "policy in force a2ef382e1347: 7 of 7, 0 of 17 of the others",
      "appVersionName 4.0.1: 7 of 7, 1 of 17 of the others",
      "Locked out  3\n",
    ] { #expect(answers.contains(part), "\(part)") }
  }

  @Test("Each command that the demo prints can be run as it stands, again and again, and ends with 0")
  func printedCommandsEndWith0() throws {
    let scratch = try Scratch()
    let run = try demo("a shop's", "--format", "human", in: scratch)
    let lines = commands(run.output).filter { !$0.hasSuffix(" --serve") }
    #expect(
      lines.count == DemoTour(folder: DemoFolder("x")).stops.count + DemoTour(folder: DemoFolder("x")).further.count - 1
    )
    for line in lines + lines {
      let again = try shell(line, in: scratch)
      #expect(again.status == 0, "\(line)\n\(again.errors)")
      #expect(again.errors.isEmpty, "\(line)\n\(again.errors)")
    }
    #expect(try demo("a shop's", "--format", "human", in: scratch).output.contains("as they are in a shop's"))
  }

  @Test("As JSON the demo prints the lines of its commands, each behind its story")
  func jsonHasTheLinesOfTheCommands() throws {
    let scratch = try Scratch()
    let run = try demo("--format", "json", in: scratch)
    #expect(run.lines.first == #"{"demo":"herald-demo","files":"made"}"#)
    var rest = run.lines.dropFirst()
    for stop in DemoTour(folder: DemoFolder("herald-demo")).stops {
      let head = try JSONNode.read(try #require(rest.first)).node
      #expect(head[name: "story"]?.string == stop.story)
      #expect(head[name: "look"]?.string == stop.look)
      let command = try #require(head[name: "command"]?.string)
      let answer = try shell(command, in: scratch).lines
      #expect(Array(rest.dropFirst().prefix(answer.count)) == answer)
      rest = rest.dropFirst(1 + answer.count)
    }
    #expect(rest.count == 1)
    let end = try JSONNode.read(try #require(rest.first)).node
    #expect(end[name: "goOn"] != nil)
  }

  @Test("An existing demo is answered from as it is, whatever else its folder has")
  func existingDemoStays() throws {
    let scratch = try Scratch()
    #expect(try demo(in: scratch).status == 0)
    let policy = scratch.path("herald-demo/policy.json")
    let text = try String(contentsOfFile: policy, encoding: .utf8)
    let repaired = text.replacing(
      #""targetGooglePlay": true"#, with: #""targetWebsiteUrl": "https://shop.example.com/app""#)
    #expect(repaired != text)
    _ = try scratch.write(repaired, to: "herald-demo/policy.json")
    _ = try scratch.write("mine", to: "herald-demo/notes.txt")
    let before = try contents(scratch.path("herald-demo"))
    let run = try demo("herald-demo/", "--format", "human", in: scratch)
    #expect(run.status == 0)
    #expect(run.output.contains("as they are in herald-demo."))
    #expect(run.output.contains("\nLocked out  0\n"))
    #expect(run.output.contains("→ This is the answer for another policy.json than the demo's."))
    #expect(try contents(scratch.path("herald-demo")) == before)
  }

  @Test(
    "A folder with other content is refused, and stays as it is",
    arguments: [
      ["notes.txt": "mine"], [".hidden": ""], ["policy.json": "{}"], ["anna.jsonl": "", "ben.jsonl": ""],
      [".policy.json.12.part": "", "x": ""], [".policy.json.mine.part": ""],
    ])
  func otherFolderIsRefused(files: [String: String]) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("d"), withIntermediateDirectories: true)
    for (name, text) in files { _ = try scratch.write(text, to: "d/\(name)") }
    let before = try contents(scratch.path("d"))
    for more in [[], ["--serve"]] {
      let run = try Herald.run(["demo", "d"] + more, in: scratch.folder)
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.codes == ["demoFolder"])
      #expect(run.errors.contains("fix name a folder that is not there yet: `herald demo d-2`"), "\(run.errors)")
    }
    #expect(try contents(scratch.path("d")) == before)
  }

  @Test("A file in the place of the folder is refused")
  func fileIsRefused() throws {
    let scratch = try Scratch()
    _ = try scratch.write("mine", to: "d")
    let run = try demo("d", in: scratch)
    #expect(run.status == 1)
    #expect(run.codes == ["demoFile"])
  }

  @Test(
    "What a run leaves that was stopped is completed, and answers as if it had not been",
    arguments: [[], ["policy.json"], ["policy.json", "anna.jsonl"], ["policy.json", "anna.jsonl", "ben.jsonl"]])
  func stoppedRunIsCompleted(done: [String]) throws {
    let scratch = try Scratch()
    let whole = try demo("whole", "--format", "human", in: scratch)
    try FileManager.default.createDirectory(atPath: scratch.path("d"), withIntermediateDirectories: true)
    for name in done {
      try FileManager.default.copyItem(atPath: scratch.path("whole/\(name)"), toPath: scratch.path("d/\(name)"))
    }
    _ = try scratch.write("{\"specv", to: "d/.fleet.jsonl.4711.part")
    let run = try demo("d", "--format", "human", in: scratch)
    #expect(run.status == 0)
    #expect(run.output.contains(done.isEmpty ? "written to d." : "completed in d."))
    #expect(
      run.output.split(separator: "\n").dropFirst().joined(separator: "\n").replacing(" d/", with: " whole/")
        .replacing("demo d ", with: "demo whole ")
        == whole.output.split(separator: "\n").dropFirst().joined(separator: "\n"))
    #expect(try contents(scratch.path("d")) == contents(scratch.path("whole")))
  }

  @Test(
    "The demo answers the same in every zone and language",
    arguments: [["TZ": "Asia/Tokyo"], ["TZ": "America/Los_Angeles", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8"]])
  func answersDependOnNothingAround(environment: [String: String]) throws {
    let scratch = try Scratch()
    let output = try demo("--format", "human", in: scratch).output
    let other = try demo("--format", "human", in: try Scratch(), environment: environment).output
    #expect(output == other)
  }

  @Test("A folder whose name begins with a hyphen stands in commands so that no option is read")
  func hyphenIsNoOption() throws {
    let scratch = try Scratch()
    let run = try demo("--format", "human", "--", "-x", in: scratch)
    #expect(run.status == 0)
    #expect(run.output.contains("$ herald why ./-x/anna.jsonl\n"))
  }

  @Test("herald demo --serve prints an address and a token at each start, and has the demo's phones")
  func demoServes() throws {
    let scratch = try Scratch()
    var tokens: Set<String> = []
    for _ in 1...2 {
      let greeting = try Self.served(scratch.path("d"))
      #expect(greeting[name: "listening"]?.string.map { $0.hasPrefix("http://127.0.0.1:") } == true)
      tokens.insert(try #require(greeting[name: "token"]?.string))
    }
    #expect(tokens.count == 2)
    let ledger = scratch.path("d/server/apps/com.example.shop.sqlite")
    #expect(try Herald.run("replay", ledger, "--states").lines.count == 26)
    #expect(try Herald.run("demo", "d", "--listen", "127.0.0.1:0").status == 64)
  }

  @Test("A demo that is served already says so, with the folder of another one")
  func servedDemoSaysSo() throws {
    let scratch = try Scratch()
    #expect(try demo("d", in: scratch).status == 0)
    let apps = scratch.path("d/server/apps")
    try FileManager.default.createDirectory(atPath: apps, withIntermediateDirectories: true)
    let ledger = try Ledger(path: "\(apps)/com.example.shop.sqlite")
    let run = try demo("d", "--serve", in: scratch)
    try ledger.close()
    #expect(run.status == 1)
    #expect(run.codes == ["demoServed"])
    #expect(run.errors.contains("`herald demo d-2 --serve` starts another one"), "\(run.errors)")
  }

  /// Starts the demo's server, reads its first line, and stops it.
  private static func served(_ folder: String) throws -> JSONNode {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Herald.binary
    process.arguments = ["demo", folder, "--serve", "--format", "json"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var greeting = Data()
    while !greeting.contains(0x0A) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw ServeProcess.NoGreeting() }
      greeting += piece
    }
    return try JSONNode.read(String(decoding: greeting, as: UTF8.self)).node
  }
}
