import Foundation
import Testing

@Suite("herald sample")
struct SampleTests {
  private static let logs = [
    "Events/update/filters-by-model-tablet-and-system/log.jsonl", "Events/update/reminder-at-most-twice/log.jsonl",
  ]

  private static func folders(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test("Each log of a sample is a case, whose expectation herald test writes")
  func makesCases() throws {
    let scratch = try Scratch()
    let folder = scratch.path("sample")
    let run = try Herald.run(["sample"] + Self.logs + ["-o", folder, "--format", "json"])
    #expect(run.status == 0)
    let summary = try #require(run.lines.last)
    let kept = try #require(summary.firstMatch(of: /"kept":(\d+)/)?.1)
    let names = try Self.folders(folder)
    #expect(names.count == Int(kept))
    #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{12}/) != nil })
    #expect(try names.allSatisfy { try Self.folders("\(folder)/\($0)") == ["case.json", "log.jsonl"] })
    #expect(run.output.contains(#""coveredBy":["\#(names[0])""#) || names.count > 1)
    #expect(try Herald.run(["test", folder]).status == 2)
    #expect(try Herald.run(["test", folder]).status == 0)
  }

  @Test("A ledger gives the same sample as its logs, with any number of threads")
  func everyInput() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run(["import"] + Self.logs + ["--ledger", ledger]).status == 0)
    let one = try Herald.run(["sample"] + Self.logs + ["-o", scratch.path("one"), "--format", "json"])
    let other = try Herald.run(["sample", ledger, "-o", scratch.path("other"), "--jobs", "2", "--format", "json"])
    #expect(one.status == 0)
    #expect(one.output == other.output)
    for name in try Self.folders(scratch.path("one")) {
      let log = "\(name)/log.jsonl"
      #expect(
        try String(contentsOfFile: scratch.path("one") + "/" + log, encoding: .utf8)
          == String(contentsOfFile: scratch.path("other") + "/" + log, encoding: .utf8))
    }
  }

  @Test("Kept logs are never replaced")
  func replacesNothing() throws {
    let scratch = try Scratch()
    let folder = scratch.path("sample")
    let asked = ["sample"] + Self.logs + ["-o", folder]
    #expect(try Herald.run(asked).status == 0)
    let again = try Herald.run(asked)
    #expect(again.status == 1)
    #expect(again.codes == ["fileExists"])
    #expect(
      try Herald.run(["sample"] + Self.logs + ["-o", folder + "/" + Self.folders(folder)[0] + "/log.jsonl"]).status == 1
    )
  }

  @Test("A redacted sample is the same under the same key, and names no installation")
  func redacted() throws {
    let scratch = try Scratch()
    let key = scratch.path("secret.key")
    try Data("sixteen secret bytes".utf8).write(to: URL(fileURLWithPath: key))
    let asked = ["sample"] + Self.logs + ["--redact", "--key", key, "--format", "json", "-o"]
    let (one, other) = (try Herald.run(asked + [scratch.path("one")]), try Herald.run(asked + [scratch.path("other")]))
    #expect(one.status == 0)
    #expect(one.output == other.output)
    for name in try Self.folders(scratch.path("one")) {
      let log = try String(contentsOfFile: scratch.path("one") + "/\(name)/log.jsonl", encoding: .utf8)
      #expect(!log.contains("/installations/f117e4"))
    }
  }

  @Test(
    "Wrong input is refused",
    arguments: [
      (["sample", logs[0]], 64), (["sample", logs[0], "-o", "x", "--most", "0"], 64),
      (["sample", "missing.jsonl", "-o", "never-made"], 1), (["sample", "Package.swift", "-o", "never-made"], 3),
      (["sample", logs[0], "-o", "never-made", "--key", "k"], 64),
    ] as [([String], Int32)])
  func wrongInput(arguments: [String], status: Int32) throws {
    #expect(try Herald.run(arguments).status == status)
    #expect(!FileManager.default.fileExists(atPath: Herald.root.appendingPathComponent("never-made").path))
  }

  @Test("A server's events give the sample of its ledger, and their file is gone afterwards")
  func readsServer() throws {
    let scratch = try Scratch()
    let server = try ServeProcess(scratch.path("server"), app: "com.example.shop")
    defer { server.stop() }
    let sent = ["upload"] + Self.logs + ["--to", server.url, "--token", server.token, "--app", "com.example.shop"]
    #expect(try Herald.run(sent).status == 0)
    try FileManager.default.createDirectory(atPath: scratch.path("spools"), withIntermediateDirectories: true)
    let asked = ["sample", "--server", server.url, "--token", server.token, "--format", "json"]
    let run = try Herald.run(asked + ["-o", scratch.path("one")], environment: ["TMPDIR": scratch.path("spools")])
    #expect(run.status == 0)
    #expect(try Self.folders(scratch.path("spools")).isEmpty)
    let other = try Herald.run(["sample"] + Self.logs + ["-o", scratch.path("other"), "--format", "json"])
    #expect(run.output == other.output)
    #expect(try Self.folders(scratch.path("one")) == Self.folders(scratch.path("other")))
  }

  @Test("A server that does not let its events be read leaves no folder")
  func refusedByServer() throws {
    let scratch = try Scratch()
    let server = try ServeProcess(scratch.path("server"))
    defer { server.stop() }
    let run = try Herald.run("sample", "--server", server.url, "--token", server.key, "-o", scratch.path("one"))
    #expect(run.status == 1)
    #expect(run.codes == ["uploadRefused"])
    #expect(!FileManager.default.fileExists(atPath: scratch.path("one")))
  }

  @Test(
    "Logs or a server are named, and one of them alone",
    arguments: [
      ([], "Name a log"), (["a.jsonl", "--server", "http://127.0.0.1:1", "--token", "t"], "not both"),
      (["a.jsonl", "--token", "t"], "Add --server"), (["--server", "http://127.0.0.1:1"], "There is no token"),
      (["--server", "http://example.com", "--token", "t"], "add --allow-http"),
    ])
  func inputs(arguments: [String], words: String) throws {
    let run = try Herald.run(["sample", "-o", "x"] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
  }
}
