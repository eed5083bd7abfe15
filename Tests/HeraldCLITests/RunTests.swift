import Foundation
import Herald
import HeraldLog
import Testing

@Suite("herald run")
struct RunTests {
  private let scratch: Scratch
  private let policy: String

  init() throws {
    scratch = try Scratch()
    policy = try scratch.write(CheckTests.policy, to: "policy.json")
  }

  private func run(_ steps: String, ledger: String = "phone.sqlite", _ arguments: String...) throws -> Herald.Run {
    let script = try scratch.write(steps, to: "steps.txt")
    return try Herald.run(
      [
        "run", "--policy", policy, "--ledger", scratch.path(ledger), "--property", "appPackageName=com.example",
        "--property", "appVersionName=2.6", "--property", "deviceModel=Pixel 8", "--property", "deviceLanguage=en",
        "--script", script,
      ] + arguments)
  }

  static let day = """
    # a day
    launch
    later
    clock +1d

    background
    foreground busy
    foreground
    offline on
    check
    offline off
    clock -2h
    login somebody
    choose update
    push {"kind":"forceUpdate","url":"https://example.com/x","targetVersion":"4.0"}
    heartbeat
    operation placeOrder
    update
    update 4.0
    launch
    operation placeOrder
    logout
    """

  @Test("herald run follows a script, and its ledger replays to the prompts that it showed")
  func runFollowsAScript() throws {
    let run = try run(Self.day)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let decided = run.lines.compactMap { line in
      line.firstMatch(of: /"decision":(\{.*\}),"outcome"/).map { String($0.1) }
    }
    #expect(decided.count == 9)
    let replayed = try Herald.run("replay", scratch.path("phone.sqlite"), "--decisions").lines
    #expect(replayed == decided)
    let outcomes = run.lines.compactMap { $0.firstMatch(of: /"outcome":"(\w+)"/).map { String($0.1) } }
    #expect(outcomes == ["optional", "optional", "optional", "none", "none"])
    #expect(run.lines.count { $0.contains(#""failure":"offline""#) } == 1)
    #expect(
      run.lines.compactMap { $0.firstMatch(of: /"proceeds":(\w+)/).map { $0.1 } }.filter { $0 != "null" } == [
        "false", "true",
      ])
  }

  @Test("Steps of herald run bring about every event type, so that a new type needs a step")
  func stepsBringAboutEveryEventType() throws {
    let types = try run(Self.day).lines.flatMap { $0.matches(of: /"type":"([a-z.]+)"/).map { String($0.1) } }
    #expect(Set(types) == Set(EventType.allCases.map(\.rawValue)))
  }

  @Test("herald run makes the same log of the same script, and its ledger's log is a field log")
  func runIsDeterministic() throws {
    #expect(try run(Self.day).output == run(Self.day, ledger: "again.sqlite").output)
    let first = try Herald.run("export", scratch.path("phone.sqlite")).output
    #expect(try Herald.run("export", scratch.path("again.sqlite")).output == first)
    let log = try scratch.write(first, to: "log.jsonl")
    for kind in ["--decisions", "--states"] {
      let fromLog = try Herald.run("replay", log, kind)
      #expect(fromLog.status == 0)
      #expect(try Herald.run("replay", scratch.path("phone.sqlite"), kind).output == fromLog.output)
    }
  }

  @Test("herald run continues where its ledger ends")
  func runContinuesALedger() throws {
    _ = try run("launch\nlater", "--time", "2026-03-02T08:00:00+01:00")
    let run = try run("foreground\nstate")
    #expect(run.status == 0)
    #expect(run.lines[0].contains(#""revision":5,"id":"e-5""#))
    #expect(run.lines[0].contains(#""time":"2026-03-02T07:00:00.000Z""#))
    #expect(run.lines[1].contains(#""state":{"source":"/installations/phone","revision":5"#))
  }

  @Test("herald run publishes another document, and explains the last decision as herald why does")
  func runPublishesAnotherDocument() throws {
    let other = try scratch.write(
      CheckTests.policy.replacing(#""id":7"#, with: #""id":8,"forceUpdate":true"#), to: "other.json")
    let run = try run("launch\nlater\npolicy \(other)\ncheck\nwhy\nwhy 2")
    #expect(run.lines[3].contains(#""rule":"update:8","kind":"force""#))
    for (line, revision) in [(4, "5"), (5, "2")] {
      let why = try Herald.run("why", scratch.path("phone.sqlite"), "--revision", revision).lines
      #expect(run.lines[line].hasSuffix(#""why":\#(try #require(why.first))}"#))
    }
  }

  @Test("herald run describes each step in words, and draws the prompt")
  func runDescribesStepsInWords() throws {
    let run = try run("launch\nupdate\noffline on\ncheck\nstate\n", "--format", "human")
    #expect(run.output.contains("▸ launch\n"))
    #expect(run.output.contains("│ Version 3 is here "))
    #expect(run.output.contains("opens https://example.com/app"))
    #expect(run.output.contains("no new policy, because offline"))
    #expect(run.output.contains("last check"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("herald run says in words whether a push asks for an update or is ignored")
  func runDescribesPushesInWords() throws {
    let run = try run(
      #"""
      push {"kind":"forceUpdate"}
      push {"kind":"forceUpdate","url":"https://example.com/x"}
      state
      """#, "--format", "human")
    #expect(run.output.contains("forceUpdate, ignored: it has no address\n"))
    #expect(
      run.output.contains(
        "forceUpdate, asks for an update until it is installed, also while another user is signed in · https://example.com/x\n"
      ))
    #expect(run.output.contains("1 ignored push\n"))
  }

  @Test(
    "herald run refuses a script with an unknown step before its first step, and suggests the right one",
    arguments: [
      ("lunch", "unknownStep", "did you mean `launch`?"), ("fly", "unknownStep", "use one of these"),
      ("foreground slowly", "badStep", "`foreground [busy]`"), ("operation", "badStep", "`operation NAME`"),
      ("clock soon", "badClock", "clock +2d"), ("clock +2y", "badClock", "clock +2d"), ("push", "badPush", "push {"),
      (#"push {"kinds":"x"}"#, "badPush", "did you mean `kind`?"), (#"push {"url":"x"}"#, "badPush", "push {"),
      ("choose letter", "unknownButton", "did you mean `later`?"), ("launch now", "badStep", "write `launch`"),
      ("offline maybe", "badStep", "on|off"), ("set x", "badStep", "NAME=VALUE"), ("why +5", "badStep", "[REVISION]"),
      ("update 1 2 3", "badStep", "VERSION [CODE]"),
    ])
  func runRefusesAnUnknownStepAtOnce(_ step: String, _ code: String, _ fix: String) throws {
    let run = try run("launch\n\(step)\n")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[\(code)]"))
    #expect(run.errors.contains("steps.txt:2:1"))
    #expect(run.errors.contains(fix))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("phone.sqlite")))
  }

  @Test(
    "herald run ends at a step that is impossible at that point, and keeps what happened before",
    arguments: [
      ("later", "noPrompt"), ("launch\nskip", "unknownButton"), ("why", "noDecision"),
      ("policy nowhere.json", "cannotOpen"),
      ("clock +900w\nclock -3000w", nil), ("clock 9999-12-31T23:00:00Z\nclock +1d", "badClock"),
    ] as [(String, String?)])
  func runEndsAtAnImpossibleStep(_ steps: String, _ code: String?) throws {
    let run = try run(steps)
    #expect((run.status == 0) == (code == nil))
    let codes = run.errors.matches(of: /error\[(\w+)\]/).map { String($0.1) }
    #expect(codes == [code].compactMap { $0 })
  }

  @Test("herald run says once which format a document looks like, until the document changes")
  func runReportsAnotherFormatOnce() throws {
    let table = try scratch.write(#"{"versions":[]}"#, to: "table.json")
    let human = try self.run("policy http://127.0.0.1:1/p", ledger: "h.sqlite", "--format", "human")
    #expect(human.output.contains("the app asks http://127.0.0.1:1/p from now on"))
    let run = try run("policy \(table)\nlaunch\ncheck\npolicy \(policy)\ncheck\npolicy \(table)\ncheck\n")
    #expect(run.status == 0)
    #expect(run.lines.filter { $0.contains(#""failure":"missingPackageName""#) }.count == 3)
    #expect(run.errors.components(separatedBy: "it looks like `table`").count == 3)
  }

  @Test("herald run names once a property that the document reads and the phone lacks")
  func runReportsAMissingPropertyOnce() throws {
    let table = try scratch.write(
      #"{"versions":[{"version":"1.0","updated":"Y","downloadUrl":"https://example.com/app"}]}"#, to: "table.json")
    let run = try Herald.run(
      ["run", "--policy", table, "--policy-format", "table", "--ledger", scratch.path("p.sqlite")],
      input: "launch\ncheck\n")
    #expect(run.status == 0)
    #expect(run.errors.components(separatedBy: "`appVersionName` is not given").count == 2)
  }

  @Test("herald run takes steps from a pipe as they come, and ends with it")
  func runTakesStepsFromAPipe() throws {
    let stolen = try Herald.run(["run", "--policy", "-", "--ledger", scratch.path("p.sqlite")], input: "launch\n")
    #expect(stolen.status == 1)
    #expect(stolen.errors.contains("error[cannotOpen]"))
    let run = try Herald.run(
      ["run", "--policy", policy, "--ledger", scratch.path("p.sqlite")], input: "launch\n\nstate\nfly\nlaunch\n")
    #expect(run.lines.count == 2)
    #expect(run.status == 3)
    #expect(run.errors.contains("-:4:1"))
    let quits = try Herald.run(
      ["run", "--policy", policy, "--ledger", scratch.path("p.sqlite")], input: "state\nquit\nfly\n")
    #expect(quits.status == 0)
    #expect(quits.lines.count == 1)
  }

  @Test("herald run names the process that has the ledger open, and leaves no ledger without a policy")
  func runNamesTheLedgersOwner() throws {
    _ = try run("launch")
    let ledger = try Ledger(path: scratch.path("phone.sqlite"))
    let busy = try run("launch")
    #expect(busy.status == 1)
    #expect(busy.errors.contains("error[busy]"))
    #expect(busy.errors.contains("(\(ProcessInfo.processInfo.processIdentifier))"))
    try ledger.close()
    let nowhere = try Herald.run(["run", "--policy", policy, "--ledger", "/nowhere/p.sqlite"], input: "launch\n")
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("error[notWritable]"))
    let unread = try Herald.run(["run", "--policy", "/nowhere.json", "--ledger", scratch.path("q.sqlite")], input: "")
    #expect(unread.status == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("q.sqlite")))
  }

  @Test("herald run ends when the disk is full, and continues when there is space again")
  func runEndsOnAFullDisk() throws {
    _ = try run("launch")
    let steps = try scratch.write(String(repeating: "background\nforeground\n", count: 300), to: "many.txt")
    let command = "trap '' XFSZ; ulimit -f 200; exec '\(Herald.binary.path)' run --script '\(steps)'"
    let device = "--policy '\(policy)' --ledger '\(scratch.path("phone.sqlite"))'"
    let full = try Herald.run(["-c", "\(command) \(device)"], program: URL(fileURLWithPath: "/bin/bash"))
    #expect(full.status == 1)
    #expect(full.errors.contains("phone.sqlite"))
    #expect(full.errors.contains("\n  fix "))
    let stored = try Herald.run("export", scratch.path("phone.sqlite")).lines.count
    // Every step that the run reported with an event is in the ledger.
    #expect(full.lines.count { $0.contains(#""revision""#) } == stored - 3)
    #expect(try run("foreground").status == 0)
    #expect(try Herald.run("export", scratch.path("phone.sqlite")).lines.count == stored + 1)
  }

  @Test("herald run draws the prompt in a terminal and suggests the next step, while herald why can explain")
  func runSuggestsTheNextStepInATerminal() throws {
    let run = try Process.python(
      Herald.root.appendingPathComponent("Tests/HeraldCLITests/terminal.py").path,
      [Herald.binary.path, policy, scratch.path("tty.sqlite")])
    #expect(run == "ok\n")
  }
}

extension Process {
  /// The output of a Python program.
  static func python(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
