import Foundation
import HeraldLog
import Testing

@Suite("Faults of the machine")
struct MachineFaultTests {
  private static func isFourParts(_ run: Herald.Run) -> Bool {
    ["error[", "\n  at  ", "\n  why ", "\n  fix "].allSatisfy(run.errors.contains)
  }

  /// Runs the program with its standard output on a device that is always full.
  private func intoFullDevice(_ arguments: String) throws -> Herald.Run {
    try Herald.run(
      ["-c", "\(Herald.binary.path) \(arguments) > /dev/full"], program: URL(fileURLWithPath: "/bin/sh"))
  }

  #if os(Linux)
    @Test(
      "A command whose standard output cannot be written ends with status 1 and says so in four parts",
      arguments: [
        "--help", "--version", "help", "help why", "replay --help", "replay \(CommandTests.log)",
        "why \(CommandTests.log)", "explain-code busy", "schema policy", "--generate-completion-script bash",
      ])
    func fullOutputIsAnError(_ arguments: String) throws {
      let run = try intoFullDevice(arguments)
      #expect(run.status == 1)
      #expect(run.codes == ["cannotWrite"])
      #expect(Self.isFourParts(run), "\(run.errors)")
    }

    /// The first read of this file fails with an input/output error.
    private static let unreadable = "/proc/self/mem"

    @Test(
      "A file whose first read fails is neither a log nor a ledger, but an error with status 1",
      arguments: [
        ["replay", unreadable], ["why", unreadable], ["export", unreadable], ["audit", unreadable],
      ])
    func unreadableFileIsAnError(_ arguments: [String]) throws {
      let run = try Herald.run(arguments, input: nil)
      #expect(run.status == 1)
      #expect(run.codes == ["cannotRead"])
      #expect(run.errors.contains("Input/output error"))
    }
  #endif

  @Test(
    "A file that cannot be opened is neither a log nor a ledger, but an error with status 1",
    arguments: ["replay", "export", "audit", "forget --installation /i/1 --reason asked"])
  func unopenableFileIsAnError(_ command: String) throws {
    let scratch = try Scratch()
    let loop = scratch.path("loop.sqlite")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let words = command.split(separator: " ").map(String.init)
    let run = try Herald.run([words[0], loop] + words.dropFirst(), input: nil)
    #expect(run.status == 1)
    #expect(run.codes == ["cannotOpen"])
    #expect(run.errors.contains("symbolic links"))
  }

  @Test("A ledger that another process writes, or that no folder takes, ends a command with status 1")
  func unwritableLedgerIsNotInvalid() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.path("l.sqlite"))
    let busy = try Herald.run("import", CommandTests.log, "--ledger", scratch.path("l.sqlite"))
    try ledger.close()
    #expect(busy.status == 1)
    #expect(busy.codes == ["busy"])
    let nowhere = try Herald.run("import", CommandTests.log, "--ledger", "/nowhere/l.sqlite")
    #expect(nowhere.status == 1)
    #expect(nowhere.codes == ["notWritable"])
  }

  @Test(
    "A ledger that was cut to nothing has no events for every command",
    arguments: [
      (["replay", "--states"], 0), (["export"], 0), (["export", "--heads"], 0), (["export", "--table", "events"], 0),
      (["audit"], 3), (["effect"], 3), (["why"], 3),
    ])
  func emptyFileIsAnEmptyLedger(_ command: [String], status: Int) throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "l.sqlite")
    let run = try Herald.run([command[0], file] + command.dropFirst())
    #expect(run.status == status)
    #expect(Set(run.codes) == ["noEvents"])
  }

  @Test("A ledger that was cut to nothing is not the one of its kept heads")
  func emptyFileMissesItsHeads() throws {
    let scratch = try Scratch()
    _ = try Herald.run("import", CommandTests.log, "--ledger", scratch.path("l.sqlite"))
    let heads = try scratch.write(
      try Herald.run("export", scratch.path("l.sqlite"), "--heads").output, to: "heads.jsonl")
    _ = try scratch.write("", to: "l.sqlite")
    #expect(try Herald.run("audit", scratch.path("l.sqlite"), "--head", heads).status == 2)
  }

  @Test("A ledger that was cut within its first bytes is not a torn log", arguments: [2, 6, 15])
  func cutLedgerIsNoLog(_ length: Int) throws {
    let scratch = try Scratch()
    let file = try scratch.write(String("SQLite format 3".prefix(length)), to: "cut")
    for command in ["replay", "audit", "export"] {
      let run = try Herald.run(command, file)
      #expect(run.status == 3)
      #expect(run.codes == ["notALedger"])
    }
  }

  @Test(
    "Wrong usage never prints an argument's control characters or newlines as they are",
    arguments: [
      ["replay", "x", "--until", "a\u{1B}[31m\nError: all is well"],
      ["check", "--policy", "p", "--property", "a\nb\u{202E}"],
      ["replay", "x", "--\u{1B}[31m\u{202E}"], ["fly\u{1B}]0;x\u{7}"], ["export", "x", "--table", "a\rb"],
      ["check", "--policy", "p", "--format", "a\nb=c"], ["explain-code", "x\u{2028}y"],
    ])
  func wrongUsageIsEscaped(_ arguments: [String]) throws {
    let run = try Herald.run(arguments)
    #expect(run.status == 64)
    for scalar in (arguments.joined()).unicodeScalars
    where ["\u{1B}", "\u{7}", "\r", "\u{202E}", "\u{2028}"].contains(scalar) {
      #expect(!run.errors.unicodeScalars.contains(scalar))
    }
    #expect(!run.errors.contains("\nError: all is well"))
    #expect(run.errors.contains("\\u{"))
  }
}
