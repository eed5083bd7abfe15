import Foundation
import Testing

@Suite("herald forget")
struct ForgetTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"

  private func ledger(_ scratch: Scratch) throws -> String {
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    return ledger
  }

  /// The source of the log's installation, and the time of its event at a revision.
  private func event(_ revision: Int) throws -> (source: String, time: String) {
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let line = String(text.split(separator: "\n")[revision - 1])
    let source = try #require(line.firstMatch(of: /"source":"([^"]*)"/))
    let time = try #require(line.firstMatch(of: /"time":"([^"]*)"/))
    return (String(source.1), String(time.1))
  }

  @Test("herald forget --dry-run counts, and changes nothing")
  func dryRunChangesNothing() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    let before = try Herald.run("export", ledger).output
    let run = try Herald.run(
      "forget", ledger, "--installation", try event(1).source, "--reason", "a test", "--dry-run")
    #expect(run.status == 0)
    #expect(run.output.contains(#""dryRun":true"#))
    #expect(run.output.contains(#""installations":1,"erased":false,"journal":null"#))
    #expect(try Herald.run("export", ledger).output == before)
    #expect(try Herald.run("export", ledger, "--journal").lines.count == 1)
  }

  @Test("After a retention herald audit verifies what is left, and herald why says what an answer rests on")
  func retentionIsSaid() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    let (source, time) = try event(12)
    let run = try Herald.run("forget", ledger, "--before", time, "--reason", "thirteen months", "--by", "support")
    #expect(run.status == 0)
    #expect(run.output.contains(#""erased":true"#))
    let audit = try Herald.run("audit", ledger, "--format", "human")
    #expect(audit.status == 0)
    #expect(audit.output.contains("verified, forgotten"))
    #expect(audit.output.contains("Tables   equal to what the lines say"))
    let why = try Herald.run("why", ledger, "--format", "human")
    #expect(why.output.contains("(retention): what they did is kept in the state of revision"))
    let refused = try Herald.run("why", ledger, "--revision", "2", "--format", "human")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("Revision 2 of `\(source)` was forgotten."))
    let journal = try Herald.run("export", ledger, "--journal")
    #expect(journal.lines.last?.contains(#""kind":"retention""#) == true)
    #expect(journal.lines.last?.contains(#""reason":"thirteen months","by":"support""#) == true)
    #expect(!journal.output.contains(source))
    for command in [["replay", ledger, "--format", "human"], ["export", ledger, "--table", "prompts"]] {
      #expect(try Herald.run(command).errors.contains("note[beginningForgotten]"))
    }
  }

  @Test("An export with a forgotten beginning is a log that answers as its ledger does")
  func exportAnswersAsItsLedger() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    _ = try Herald.run("forget", ledger, "--before", try event(12).time, "--reason", "a test")
    let log = try scratch.write(try Herald.run("export", ledger).output, to: "left.jsonl")
    for question in [["replay"], ["replay", "--states"], ["why"], ["audit", "--all"]] {
      let (ofLedger, ofLog) = (
        try Herald.run([question[0], ledger] + question.dropFirst()),
        try Herald.run([question[0], log] + question.dropFirst())
      )
      #expect(ofLog.status == ofLedger.status)
      if question[0] == "replay" { #expect(ofLog.output == ofLedger.output) }
    }
    let policy = "Events/message/three-times-a-week-apart/documents"
    let document = try #require(
      try FileManager.default.contentsOfDirectory(atPath: Herald.root.appendingPathComponent(policy).path).first)
    let same = try Herald.run("whatif", ledger, "--policy", "\(policy)/\(document)")
    #expect(same.status == 0)
    #expect(same.lines.last?.contains(#""changed":0"#) == true)
  }

  @Test("herald export stops at a changed line, and gives it with --unchecked; herald audit says so first")
  func changedLineEndsAnExport() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: ledger))
    let place = try #require(bytes.range(of: Data(#""type":"button.chosen""#.utf8)))
    bytes[place.upperBound - 2] = UInt8(ascii: "m")
    try bytes.write(to: URL(fileURLWithPath: ledger))
    let run = try Herald.run("export", ledger)
    #expect(run.status == 2)
    #expect(run.errors.contains("error[brokenChain]"))
    #expect(!run.output.contains("button.chosem"))
    #expect(try Herald.run("export", ledger, "--unchecked").output.contains("button.chosem"))
    let audit = try Herald.run("audit", ledger)
    #expect(audit.status == 2)
    #expect(audit.lines.contains { $0.contains(#"{"break":{"kind":"changed""#) })
  }

  @Test(
    "A user or a property that no event has is not erased, and who is near is said",
    arguments: [("--user", "lea", "leo"), ("--property", "deviceModl", "deviceModel")])
  func mistypedNameIsNotErased(option: String, name: String, meant: String) throws {
    let scratch = try Scratch()
    let launch = #"""
      {"specversion":"1.0","id":"1","source":"/i/1","type":"app.launched","time":"2026-03-02T08:00:00Z",\#
      "data":{"user":"leo","properties":{"deviceModel":"Pixel 8"}}}
      """#
    let log = try scratch.write(launch + "\n", to: "log.jsonl")
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    let run = try Herald.run("forget", ledger, option, name, "--reason", "asked")
    #expect(run.status == 2)
    #expect(run.output.contains(#""erased":false"#))
    #expect(run.output.contains(#""notFound":["\#(name)"]"#))
    #expect(run.errors.contains("`\(name)`"))
    #expect(run.errors.contains("did you mean `\(meant)`?"))
    #expect(try Herald.run("export", ledger, "--journal").lines.count == 1)
    #expect(try Herald.run("forget", ledger, option, meant, "--reason", "asked").status == 0)
    let again = try Herald.run("forget", ledger, option, meant, "--reason", "asked")
    #expect(again.status == 0)
    #expect(again.errors.contains("was forgotten on"))
    #expect(again.output.contains(#""erased":false"#))
  }

  @Test("A forgetting of an installation that is repeated is no fault")
  func repeatedForgettingIsNoFault() throws {
    let scratch = try Scratch()
    let ledger = try ledger(scratch)
    let source = try event(1).source
    #expect(try Herald.run("forget", ledger, "--installation", source, "--reason", "asked").status == 0)
    let again = try Herald.run("forget", ledger, "--installation", source, "--reason", "asked")
    #expect(again.status == 0)
    #expect(again.errors.contains("was forgotten before"))
  }

  @Test(
    "herald forget refuses what is not a forgetting, and says what to give",
    arguments: [[], ["--user", "a", "--property", "b"], ["--user", "a", "--reason", " "], ["--before", "yesterday"]])
  func badRequestIsRefused(arguments: [String]) throws {
    let scratch = try Scratch()
    let reason = arguments.contains("--reason") ? [] : ["--reason", "a test"]
    let run = try Herald.run(["forget", try ledger(scratch)] + arguments + reason)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }
}
