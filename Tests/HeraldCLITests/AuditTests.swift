import Foundation
import Testing

@Suite("herald audit")
struct AuditTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald audit ends with status 0 where nothing disagrees, and with status 2 where a prompt does")
  func auditEndsWithStatus2WhereAPromptDisagrees() throws {
    #expect(try Herald.run("audit", Self.log).status == 0)
    let run = try Herald.run("audit", "Events/session/prompt-already-visible/log.jsonl", "--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("herald why Events/session/prompt-already-visible/log.jsonl"))
  }

  @Test("herald audit recomputes a ledger's chain and compares it with heads that were kept elsewhere")
  func auditComparesALedgersChainWithHeads() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    let written = scratch.path("written.jsonl")
    _ = try Herald.run("import", Self.log, "--ledger", ledger, "--heads", written)
    let alone = try Herald.run("audit", ledger, "--format", "human")
    #expect(alone.status == 0)
    #expect(alone.output.contains("intact"))
    #expect(alone.output.contains("no head was compared"))
    let exported = try Herald.run("export", ledger, "--heads").output
    let list = #"{"log":"l","appended":1,"duplicates":0,"heads":[\#(exported.split(separator: "\n")[0])]}"#
    // What import wrote, what export prints, and what import printed in former versions all have heads.
    for heads in [try String(contentsOfFile: written, encoding: .utf8), exported, list] {
      let kept = try scratch.write(heads, to: "heads.jsonl")
      let compared = try Herald.run("audit", ledger, "--head", kept, "--format", "human")
      #expect(compared.status == 0)
      #expect(!compared.output.contains("no head was compared"))
    }
    let head = try #require(try Herald.run("export", ledger, "--heads").lines.first)
    let longer = head.replacing(/"revision":[0-9]+/, with: #""revision":99"#)
    let missing = try Herald.run("audit", ledger, "--head", longer, "--format", "human")
    #expect(missing.status == 2)
    #expect(missing.output.contains("the stream ends here, and a head was noted at 99: "))
  }

  @Test("herald audit imports a plain log to compare it with heads, and narrows down where it was changed")
  func auditImportsALogForItsHeads() throws {
    let scratch = try Scratch()
    let lines = try String(contentsOfFile: Self.log, encoding: .utf8).split(separator: "\n").map(String.init)
    var heads = ""
    for count in [3, 6] {
      let part = try scratch.write(lines.prefix(count).joined(separator: "\n") + "\n", to: "part-\(count).jsonl")
      let ledger = scratch.path("part-\(count).sqlite")
      _ = try Herald.run("import", part, "--ledger", ledger)
      heads += try Herald.run("export", ledger, "--heads").output
    }
    let kept = try scratch.write(heads, to: "heads.jsonl")
    let same = try Herald.run("audit", Self.log, "--head", kept, "--format", "human")
    #expect(same.status == 0)
    #expect(same.output.contains("2 of 2 heads agree"))
    #expect(same.output.contains("was imported for this audit"))
    var changed = lines
    changed[4] = String(changed[4].dropLast()) + " }"
    let log = try scratch.write(changed.joined(separator: "\n") + "\n", to: "changed.jsonl")
    let found = try Herald.run("audit", log, "--head", kept, "--format", "human")
    #expect(found.status == 2)
    #expect(found.output.contains("agrees at 3, differs at 6: changed between 4 and 6"))
    let json = try Herald.run("audit", log, "--head", kept)
    #expect(
      json.output.contains(
        #""agreeing":1,"differing":1,"beyond":0,"forgotten":0,"lastAgreeing":3,"firstDiffering":6,"newest":6"#))
  }

  @Test("herald audit refuses a file without heads, and does not call the log proved")
  func auditRefusesAnEmptyFileOfHeads() throws {
    let scratch = try Scratch()
    let run = try Herald.run("audit", Self.log, "--head", try scratch.write("", to: "heads.jsonl"))
    #expect(run.codes == ["noHead"])
    #expect(run.output.isEmpty)
  }

  @Test(
    "herald audit refuses a malformed head, and a file of heads that is not there",
    arguments: ["{}", #"{"source":"/i","revision":0,"chain":""}"#, "nowhere.jsonl"])
  func auditRefusesAnUnusableHead(head: String) throws {
    let run = try Herald.run("audit", Self.log, "--head", head)
    #expect(run.status == 1)
    #expect(run.codes == ["noHead"])
    #expect(run.errors.contains(#"such as {"source":"/i/1","revision":9,"chain":"…"}"#))
    #expect(run.errors.contains("herald export LEDGER --heads"))
    #expect(run.errors.contains("herald import LOG --ledger LEDGER"))
    #expect(run.output.isEmpty)
  }
}
