import Foundation
import HeraldLog
import Testing

@Suite("herald upload")
struct UploadCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static func event(_ source: String, _ revision: Int, id: String? = nil) -> String {
    #"{"specversion":"1.0","id":"\#(id ?? "\(source)-\(revision)")","source":"/installations/\#(source)","#
      + #""type":"app.launched","time":"2026-03-02T08:00:00Z","revision":\#(revision),"data":{"properties":{}}}"# + "\n"
  }

  private static func log(_ installations: ClosedRange<Int>, _ revisions: ClosedRange<Int>) -> String {
    revisions.map { revision in installations.map { event("i\($0)", revision) }.joined() }.joined()
  }

  private func serving<Result>(_ body: (ServeProcess) throws -> Result) throws -> Result {
    let server = try ServeProcess(scratch.path("server"))
    defer { server.stop() }
    return try body(server)
  }

  private func upload(_ server: ServeProcess, _ arguments: [String], input: String? = nil) throws -> Herald.Run {
    try Herald.run(["upload", "--to", server.url, "--token", server.token] + arguments, input: input)
  }

  private var stored: [String] {
    get throws { try Herald.run("export", scratch.path("server/apps/com.example.sqlite")).lines }
  }

  @Test("Logs are stored once however often they are sent, and each is told")
  func logsAreStoredOnce() throws {
    let first = Self.log(1...3, 1...2)
    let logs = try [scratch.write(first, to: "a.jsonl"), scratch.write(Self.log(1...3, 1...4), to: "b.jsonl")]
    try serving { server in
      let once = try upload(server, logs)
      #expect(once.status == 0)
      #expect(once.errors.isEmpty)
      #expect(
        once.lines == [
          #"{"log":"\#(logs[0])","stored":6,"duplicates":0,"refused":0,"behind":0,"leftOut":0}"#,
          #"{"log":"\#(logs[1])","stored":6,"duplicates":6,"refused":0,"behind":0,"leftOut":0}"#,
        ])
      let again = try upload(server, ["-", "--format", "human"], input: first)
      #expect(again.status == 0)
      #expect(again.output == "-: 0 events stored, 6 were there already\n")
    }
    #expect(try stored.count == 12)
  }

  @Test("More installations and more lines than one body takes arrive in their order")
  func largeLogsAreSplit() throws {
    let log = try scratch.write(Self.log(1...1500, 1...5), to: "large.jsonl")
    try serving { server in
      let run = try upload(server, [log])
      #expect(run.status == 0)
      #expect(run.lines.last?.contains(#""stored":7500,"duplicates":0,"#) == true)
    }
    #expect(try stored.joined(separator: "\n") + "\n" == (try String(contentsOfFile: log, encoding: .utf8)))
  }

  @Test("A ledger is sent as its export is, and what it says of itself is left out and told once")
  func ledgersAreSent() throws {
    let log = try scratch.write(Self.log(1...2, 1...3), to: "log.jsonl")
    let ledger = scratch.path("fleet.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    let forget = ["forget", ledger, "--installation", "/installations/i2", "--reason", "test"]
    #expect(try Herald.run(forget).status == 0)
    try serving { server in
      let run = try upload(server, [ledger])
      #expect(run.status == 0)
      #expect(run.codes == ["ledgerLines"])
      #expect(run.lines == [#"{"log":"\#(ledger)","stored":3,"duplicates":0,"refused":0,"behind":0,"leftOut":1}"#])
    }
  }

  @Test("A refused line is told with the server's words and its line in the log, and ends its installation alone")
  func refusedLinesAreTold() throws {
    let text =
      Self.event("a", 1) + "\n" + Self.event("b", 1) + Self.event("a", 3) + Self.event("a", 4) + Self.event("b", 2)
    let log = try scratch.write(text, to: "gap.jsonl")
    try serving { server in
      let run = try upload(server, [log])
      #expect(run.status == 2)
      #expect(run.codes == ["lineRefused"])
      #expect(run.errors.contains("at  \(log):4:"))
      #expect(run.lines.count == 2)
      #expect(run.lines[0].contains(#""line":4,"source":"/installations/a","revision":3,"reason":"gap","what":"#))
      #expect(run.lines[1].contains(#""stored":3,"duplicates":0,"refused":1,"behind":1,"#))
    }
  }

  @Test("A torn last line is left out, and a file without an event is not sent")
  func filesWithoutEventsAreRefused() throws {
    let torn = try scratch.write(Self.event("a", 1) + #"{"specversion":"1"#, to: "torn.jsonl")
    let none = try scratch.write("one\ntwo\n", to: "none.jsonl")
    try serving { server in
      let run = try upload(server, [torn])
      #expect(run.status == 0)
      #expect(run.codes == ["torn"])
      let refused = try upload(server, [none])
      #expect(refused.status == 3)
      #expect(refused.codes == ["noEvents"])
      #expect(try upload(server, [scratch.path("missing.jsonl"), torn]).status == 1)
    }
  }

  @Test("The token may come from the environment; a wrong one, an app key and none are refused")
  func tokensAreChecked() throws {
    let log = try scratch.write(Self.log(1...2, 1...1), to: "log.jsonl")
    try serving { server in
      let arguments = ["upload", log, "--to", server.url]
      #expect(try Herald.run(arguments, environment: ["HERALD_TOKEN": server.token + "\n"]).status == 0)
      #expect(try Herald.run(arguments).status == 64)
      let wrong = try Herald.run(arguments + ["--token", "x"])
      #expect(wrong.status == 1)
      #expect(wrong.codes == ["uploadRefused"])
      // A key is taken from the sender of an installation's first line, and this log has none.
      let later = try scratch.write(Self.log(1...2, 2...2), to: "later.jsonl")
      let key = try Herald.run(["upload", later, "--to", server.url, "--token", server.key, "--app", "com.example"])
      #expect(key.status == 1)
      #expect(key.codes == ["uploadRefused"])
      #expect(try Herald.run(arguments + ["--token", server.token, "--app", "other"]).codes == ["uploadRefused"])
    }
  }

  @Test("A server that does not answer ends it with status 1")
  func silentServerIsToldAtOnce() throws {
    let log = try scratch.write(Self.event("a", 1), to: "log.jsonl")
    let server = try ServeProcess(scratch.path("server"))
    server.stop()
    let run = try upload(server, [log])
    #expect(run.status == 1)
    #expect(run.codes == ["serverUnreachable"])
    #expect(run.lines == [#"{"log":"\#(log)","stored":0,"duplicates":0,"refused":0,"behind":0,"leftOut":0}"#])
  }

  @Test("Plain HTTP to another machine is refused with the fix, and so is an address that is none")
  func plainHTTPIsRefused() throws {
    for (url, word) in [("http://herald.example.com", "--allow-http"), ("herald.example.com", "https://host/path")] {
      let run = try Herald.run("upload", "-", "--to", url, "--token", "x")
      #expect(run.status == 64)
      #expect(run.errors.contains(word))
    }
  }
}
