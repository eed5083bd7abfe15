import Foundation
import Testing

@Suite("An output never takes the place of what a command reads")
struct OutputIsInputTests {
  private static let log = "Events/update/forced-until-updated/log.jsonl"

  @Test(
    "A log stays, whatever is to be written over it",
    arguments: [
      ["import", "LOG", "--ledger", "LEDGER", "--heads", "LOG", "--force"],
      ["export", "LOG", "--table", "prompts", "-o", "LOG", "--force"],
      ["report", "LOG", "-o", "LOG", "--force"],
      ["effect", "LOG", "--svg", "LOG", "--force"],
    ])
  func logStays(_ words: [String]) throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let log = try scratch.write(text, to: "log.jsonl")
    let ledger = scratch.path("l.sqlite")
    let run = try Herald.run(words.map { $0 == "LOG" ? log : $0 == "LEDGER" ? ledger : $0 })
    #expect(run.codes == ["outputIsLog"])
    #expect(run.status == 1)
    #expect(try String(contentsOfFile: log, encoding: .utf8) == text)
  }

  @Test("A ledger stays, and so does what SQLite keeps beside it", arguments: ["", "-wal", "-shm"])
  func ledgerStays(_ ending: String) throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    let before = try Herald.run("export", ledger, "--heads").output
    let run = try Herald.run("import", Self.log, "--ledger", ledger, "--heads", ledger + ending, "--force")
    #expect(run.codes == ["outputIsLog"])
    #expect(try Herald.run("export", ledger, "--heads").output == before)
    #expect(try Herald.run("audit", ledger).status == 0)
  }

  @Test("A name that leads to the log over a link is the log's")
  func linkIsTheLog() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let log = try scratch.write(text, to: "log.jsonl")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: log)
    let run = try Herald.run("export", log, "--table", "prompts", "-o", scratch.path("link"), "--force")
    #expect(run.codes == ["outputIsLog"])
    #expect(try String(contentsOfFile: log, encoding: .utf8) == text)
  }
}
