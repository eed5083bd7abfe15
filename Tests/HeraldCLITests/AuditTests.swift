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
    let imported = try Herald.run("import", Self.log, "--ledger", ledger)
    let alone = try Herald.run("audit", ledger, "--format", "human")
    #expect(alone.status == 0)
    #expect(alone.output.contains("intact"))
    #expect(alone.output.contains("no head was compared"))
    // The output of import and that of export both contain heads.
    for heads in [imported.output, try Herald.run("export", ledger, "--heads").output] {
      let kept = try scratch.write(heads, to: "heads.jsonl")
      let compared = try Herald.run("audit", ledger, "--head", kept, "--format", "human")
      #expect(compared.status == 0)
      #expect(!compared.output.contains("no head was compared"))
    }
    let head = try #require(try Herald.run("export", ledger, "--heads").lines.first)
    let longer = head.replacing(/"revision":[0-9]+/, with: #""revision":99"#)
    let missing = try Herald.run("audit", ledger, "--head", longer, "--format", "human")
    #expect(missing.status == 2)
    #expect(missing.output.contains("the stream ends here, though it once went further"))
  }

  @Test(
    "herald audit refuses a malformed head, and a head for a log in lines",
    arguments: ["{}", #"{"source":"/i","revision":0,"chain":""}"#, "nowhere.jsonl"])
  func auditRefusesAnUnusableHead(head: String) throws {
    let run = try Herald.run("audit", Self.log, "--head", head)
    #expect(run.status == 1)
    #expect(run.errors.contains("fix"))
    #expect(run.output.isEmpty)
  }
}
