import Foundation
import Testing

@Suite("herald export --changed-since")
struct ExportIncrementTests {
  private static let log = "Events/history/every-type-version-1/log.jsonl"

  private func ledger(_ scratch: Scratch) throws -> String {
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("l.sqlite")).status == 0)
    return scratch.path("l.sqlite")
  }

  private func token(_ run: Herald.Run) throws -> String {
    let text = try #require(run.output.split(separator: "\"token\":\"").last?.split(separator: "\"").first)
    return String(text)
  }

  @Test("An increment is a folder of tables with the table changed, and one line of JSON that it has too")
  func incrementIsAFolder() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    let run = try Herald.run(
      "export", ledger, "--table", "all", "--changed-since", "start", "-o", scratch.path("one"))
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(try String(contentsOfFile: scratch.path("one/increment.json"), encoding: .utf8) == run.output)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("one")).sorted()
    #expect(
      names == [
        "changed.csv", "decisions.csv", "documents.csv", "events.csv", "increment.json", "installations.csv",
        "prompts.csv", "rules.csv", "updates.csv",
      ])
    let next = try Herald.run(
      "export", ledger, "--table", "prompts", "--as", "jsonl", "--changed-since", try token(run), "-o",
      scratch.path("two"))
    #expect(next.status == 0)
    #expect(try token(next) == token(run))
    #expect(next.output.contains("\"changed\":0,\"rows\":0,\"whole\":false"))
    #expect(try String(contentsOfFile: scratch.path("two/prompts.jsonl"), encoding: .utf8).isEmpty)
  }

  @Test("An increment as SQLite is one file with the table changed")
  func incrementIsAFile() throws {
    let scratch = try Scratch()
    let file = scratch.path("i.sqlite")
    let run = try Herald.run(
      "export", try ledger(scratch), "--table", "all", "--as", "sqlite", "--changed-since", "start", "-o", file)
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    let schema = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    #expect(schema.contains("CREATE TABLE changed"))
  }

  @Test("A token that is another ledger's or made up, and a log in lines, end with status 64 and a fix")
  func otherTokensAreRefused() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    let first = try Herald.run("export", ledger, "--table", "all", "--changed-since", "start", "-o", scratch.path("a"))
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("other.sqlite")).status == 0)
    let token = try token(first)
    for (log, token) in [(scratch.path("other.sqlite"), token), (ledger, "t1.made.up"), (Self.log, token)] {
      let run = try Herald.run("export", log, "--table", "all", "--changed-since", token, "-o", scratch.path("b"))
      #expect(run.status == 64, "\(log)")
      #expect(run.codes == ["noIncrement"], "\(log)")
      #expect(run.errors.contains("fix "), "\(log)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("b")), "\(log)")
    }
  }

  @Test(
    "What does not go together with --changed-since is refused before anything is read",
    arguments: [
      [], ["--table", "all"], ["--table", "all", "--as", "rows"], ["--table", "all", "-o", "x", "--until", "3"],
      ["--table", "all", "-o", "x", "--source", "a"], ["--table", "changed", "-o", "x"],
    ])
  func otherOptionsAreRefused(_ options: [String]) throws {
    let run = try Herald.run(["export", "no such file", "--changed-since", "start"] + options)
    #expect(run.status == 64)
  }
}
