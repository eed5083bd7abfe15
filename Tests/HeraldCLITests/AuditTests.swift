import Foundation
import Testing

@Suite("herald audit")
struct AuditTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald audit finds nothing against a log that agrees with its policy, and ends with status 0")
  func auditAcceptsAnObedientLog() throws {
    let run = try Herald.run("audit", Self.log)
    #expect(run.status == 0)
    #expect(run.lines.filter { $0.contains(#""verdict":"justified""#) }.count == 3)
    #expect(run.lines.last?.contains(#""justified":3,"unjustified":0,"missed":0,"open":0"#) == true)
  }

  @Test("herald audit names a prompt that should not have been shown, and ends with status 2")
  func auditNamesAnUnjustifiedPrompt() throws {
    let run = try Herald.run("audit", "Events/session/prompt-already-visible/log.jsonl", "--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("message:1 (message) was shown, though nothing should have been (revision 4"))
    #expect(run.output.contains("herald why Events/session/prompt-already-visible/log.jsonl"))
    #expect(run.output.contains("1 unjustified"))
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

  @Test("herald audit says of a plain log what its lines prove, and what only a ledger proves")
  func auditSaysWhatLinesProve() throws {
    let scratch = try Scratch()
    let numbered = "Events/log/several-installations-interleaved/log.jsonl"
    let run = try Herald.run("audit", numbered)
    #expect(run.lines.last?.contains(#""lines":{"numbered":3,"unnumbered":0,"gaps":0,"#) == true)
    let words = try Herald.run("audit", numbered, "--format", "human")
    #expect(words.output.contains("no revision is missing between the first and the last"))
    #expect(words.output.contains("1 document matches its digest"))
    #expect(words.output.contains("a plain log has no hash chain"))
    let unnumbered = try Herald.run(
      "audit", "Events/log/lines-without-revision-and-blank-lines/log.jsonl", "--format", "human")
    #expect(unnumbered.output.contains("without revisions: a missing line would not show"))
    let gaps = try Herald.run("audit", "Events/log/with-gaps/log.jsonl", "--partial", "--format", "human")
    #expect(gaps.output.contains("revisions are missing in"))
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", numbered, "--ledger", ledger).status == 0)
    #expect(
      try Herald.run("audit", ledger).lines.last?.contains(
        #""chain":"intact","derived":"equal","replaced":0,"forgotten":0,"withoutSalt":14,"comparedHeads":0,"lines":null"#
      ) == true)
  }
}
