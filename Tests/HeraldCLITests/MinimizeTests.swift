import Foundation
import Testing

@Suite("herald minimize")
struct MinimizeTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"

  /// The revision of the last decision of the log.
  private func lastDecision() throws -> String {
    let line = try #require(try Herald.run(["replay", Self.log, "--decisions"]).lines.last)
    let revision = try #require(line.firstMatch(of: /"revision":(\d+)/)?.1)
    return String(revision)
  }

  @Test(
    "Without -o the log goes to standard output and the figures to standard error; with it the file has the same log")
  func whereTheLogGoes() throws {
    let asked = ["minimize", Self.log, "--revision", try lastDecision(), "--format", "json"]
    let printed = try Herald.run(asked)
    #expect(printed.status == 0)
    #expect(printed.errors.contains(#""file":null"#))
    let scratch = try Scratch()
    let file = scratch.path("small.jsonl")
    let written = try Herald.run(asked + ["-o", file])
    #expect(written.status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed.output)
    #expect(written.output.contains(#""keep":"tests""#))
    let again = try Herald.run(asked + ["-o", file])
    #expect(again.status == 1)
    #expect(again.codes == ["fileExists"])
  }

  @Test("A ledger and standard input give the same log as the file")
  func everyInput() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run(["import", Self.log, "--ledger", ledger]).status == 0)
    let asked = ["--revision", try lastDecision()]
    let fromLog = try Herald.run(["minimize", Self.log] + asked).output
    #expect(!fromLog.isEmpty)
    #expect(try Herald.run(["minimize", ledger] + asked).output == fromLog)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    #expect(try Herald.run(["minimize", "-"] + asked, input: text).output == fromLog)
  }

  @Test("A ledger that has the original refuses the small log")
  func ledgerRefuses() throws {
    let scratch = try Scratch()
    let (ledger, small) = (scratch.path("l.sqlite"), scratch.path("small.jsonl"))
    #expect(try Herald.run(["import", Self.log, "--ledger", ledger]).status == 0)
    #expect(try Herald.run(["minimize", Self.log, "--revision", try lastDecision(), "-o", small]).status == 0)
    let refused = try Herald.run(["import", small, "--ledger", ledger])
    #expect(refused.status == 3)
    #expect(refused.codes.contains("idTaken") || refused.codes.contains("mixedRevisions"))
  }

  @Test("--into makes a case that agrees, and names no installation as the log does")
  func makesACase() throws {
    let scratch = try Scratch()
    let folder = scratch.path("asked-three-times")
    let asked = ["minimize", Self.log, "--revision", try lastDecision(), "--into", folder]
    #expect(try Herald.run(asked).status == 0)
    #expect(try Herald.run(["test", folder]).status == 0)
    let about = try String(contentsOfFile: folder + "/case.json", encoding: .utf8)
    #expect(about.contains("Derived from revision"))
    let log = try String(contentsOfFile: folder + "/log.jsonl", encoding: .utf8)
    #expect(log.contains(#""originalrevision":"#))
    let source = try #require(
      try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
        .firstMatch(of: /"source": ?"([^"]+)"/)?.1)
    #expect(!log.contains(#""\#(source)""#))
    #expect(try Herald.run(asked).codes == ["fileExists"])
  }

  @Test("A decision behind missing revisions is refused, and says which are missing")
  func gap() throws {
    let run = try Herald.run([
      "minimize", "Events/log/begins-at-revision-forty/log.jsonl", "--partial", "--source", "/installations/40404040",
      "--revision", "42",
    ])
    #expect(run.status == 3)
    #expect(run.codes.contains("restsOnMissing"))
    #expect(run.errors.contains("revisions 1 to 39 are missing"))
    #expect(run.output.isEmpty)
  }

  @Test(
    "herald minimize refuses what means nothing",
    arguments: [
      ["--revision", "0"], ["--revision", "x"], [], ["--revision", "3", "--keep", "all"],
      ["--revision", "3", "--keep", "shown", "--rule", "update:1"], ["--revision", "3", "--force"],
      ["--revision", "3", "-o", "a", "--into", "b"], ["--revision", "3", "--no-redact"],
    ])
  func wrongUsage(_ options: [String]) throws {
    let run = try Herald.run(["minimize", Self.log] + options)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test("A rule that the decision did not look at is named with those that it did")
  func unknownRule() throws {
    let run = try Herald.run(["minimize", Self.log, "--revision", try lastDecision(), "--rule", "update:nothing"])
    #expect(run.status == 3)
    #expect(run.codes == ["ruleNotLookedAt"])
  }
}
