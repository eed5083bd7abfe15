import Foundation
import Testing

@Suite("Commands that get a file without an event")
struct NoEventsTests {
  /// The files that pass for logs in a build, or at a support desk.
  static let files: [(name: String, bytes: Data)] = [
    ("week.jsonl", Data("<html><body>Access denied</body></html>".utf8)),
    ("fleet.sqlite", Data("<html><body>Access denied</body></html>".utf8)),
    ("policy.jsonl", Data(#"{"packageName":"a","updates":[]}"#.utf8)),
    ("table.jsonl", Data("source,revision,type\n/i,1,app.launched\n".utf8)),
    ("torn.jsonl", Data(#"{"specversion":"1.0","id"#.utf8)),
    ("packed.jsonl", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    ("pretty.jsonl", Data("{\n  \"specversion\": \"1.0\"\n}\n".utf8)),
    ("wide.jsonl", Data([0xFF, 0xFE] + #"{"specversion":"1.0"}"#.utf16.flatMap { [UInt8($0), 0] })),
    ("cut.sqlite", Data("S".utf8)),
  ]

  static let empty: [(name: String, bytes: Data)] = [
    ("empty.jsonl", Data()), ("empty.sqlite", Data()),
    ("empty.jsonl.gz", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
  ]

  /// The commands that say something of a log; `LOG` and `POLICY` stand for files.
  static let verdicts: [[String]] = [
    ["whatif", "--policy", "POLICY", "LOG", "--fail-if", "lockedOut > 0"], ["audit", "LOG"],
    ["lint", "POLICY", "--log", "LOG"], ["why", "LOG"], ["report", "LOG", "-o", "-"], ["effect", "LOG"],
    ["diff", "LOG", "LOG"], ["bisect", "LOG", "--until-condition", "visible"],
    ["check", "--like", "LOG", "--policy", "POLICY"],
  ]

  static let readers: [[String]] = [
    ["replay", "LOG"], ["replay", "LOG", "--states", "--format", "json"], ["export", "LOG", "--table", "events"],
    ["export", "LOG", "--redact"],
  ]

  private static let policy =
    #"{"packageName":"a","updates":[{"id":1,"targetWebsiteUrl":"https://a.b","descriptions":{"*":"m"}}]}"#

  private func run(_ command: [String], on log: String, _ scratch: Scratch) throws -> Herald.Run {
    let policy = try scratch.write(Self.policy, to: "policy.json")
    return try Herald.run(command.map { $0 == "LOG" ? log : $0 == "POLICY" ? policy : $0 })
  }

  private func write(_ file: (name: String, bytes: Data), _ scratch: Scratch) throws -> String {
    let path = scratch.path(file.name)
    try file.bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    "A file without an event ends each command with status 3, and one error names it", arguments: verdicts + readers)
  func noEventsIsAnError(command: [String]) throws {
    for file in Self.files {
      let scratch = try Scratch()
      let run = try run(command, on: write(file, scratch), scratch)
      #expect(run.status == 3, "\(file.name)")
      #expect(run.codes.last == "noEvents", "\(file.name): \(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("An empty log has no verdict, and one error says so", arguments: verdicts)
  func emptyLogHasNoVerdict(command: [String]) throws {
    for file in Self.empty {
      let scratch = try Scratch()
      let run = try run(command, on: write(file, scratch), scratch)
      #expect(run.status == 3, "\(file.name)")
      #expect(run.codes == ["noEvents"], "\(file.name): \(run.errors)")
    }
  }

  @Test("A log of other programs' events alone passes no gate", arguments: verdicts.prefix(3))
  func foreignEventsPassNoGate(command: [String]) throws {
    let scratch = try Scratch()
    let log = try scratch.write(
      #"{"specversion":"1.0","id":"1","source":"/builds","type":"com.example.pushed","data":{}}"# + "\n",
      to: "log.jsonl")
    let run = try run(command, on: log, scratch)
    #expect(run.status == 3)
    #expect(run.codes == ["noEvents"])
  }

  @Test("An empty log is read as one without events", arguments: readers)
  func emptyLogIsRead(command: [String]) throws {
    for file in Self.empty {
      let scratch = try Scratch()
      let run = try run(command, on: write(file, scratch), scratch)
      #expect(run.status == 0, "\(file.name): \(run.errors)")
      #expect(run.codes == (file.name == "empty.sqlite" ? ["noEvents"] : []))
    }
  }

  @Test("A page among logs that are read as one is named, and the others do not hide it")
  func pageAmongLogsIsNamed() throws {
    let scratch = try Scratch()
    let page = try write(Self.files[0], scratch)
    let log = Herald.root.appendingPathComponent("Events/update/forced-until-updated/log.jsonl").path
    for order in [[log, page], [page, log]] {
      let run = try Herald.run(["audit"] + order)
      #expect(run.status == 3)
      #expect(run.errors.contains("No event was read from `\(page)`: it is an HTML page."))
    }
  }

  @Test("An import of a file without an event takes nothing")
  func importTakesNothing() throws {
    let scratch = try Scratch()
    let run = try Herald.run("import", try write(Self.files[0], scratch), "--ledger", scratch.path("l.sqlite"))
    #expect(run.status == 3)
    #expect(run.codes == ["noEvents"])
    #expect(
      try Herald.run("import", try write(Self.empty[0], scratch), "--ledger", scratch.path("l.sqlite")).status == 0)
  }

  @Test("A case with an empty log is not a passed test")
  func emptyCaseIsNoTest() throws {
    let scratch = try Scratch()
    _ = try scratch.write("", to: "log.jsonl")
    let run = try Herald.run("test", scratch.folder.path)
    #expect(run.status != 0)
  }
}
