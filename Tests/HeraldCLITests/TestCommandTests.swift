import Foundation
import HeraldCorpus
import HeraldLog
import Testing

@Suite("herald test")
struct TestCommandTests {
  @Test("herald test agrees with every case of this repository's corpus")
  func corpusAgrees() throws {
    let run = try Herald.run("test", "Events", "--no-write", "--format", "human")
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(run.output.contains(" cases: "))
    #expect(run.output.hasSuffix(" agree\n"))
  }

  @Test("A changed expectation is shown as a diff of the decision, with status 2")
  func changedExpectationIsADiff() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    let run = try corpus.test("--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("✗ changed  1 difference\n"))
    #expect(run.output.contains("  --- corpus/changed/expect.jsonl\n  +++ herald\n"))
    #expect(run.output.contains("  @@ -1 +1 @@ the decision of `/installations/90ffb1c4` at revision 2\n"))
    #expect(run.output.contains("\n  -   \"reason\": \"count\",\n  +   \"reason\": \"shown\",\n"))
    #expect(run.output.hasSuffix("\n2 cases: 1 agrees, 1 disagrees\n"))
  }

  @Test("A missing expectation is written and has status 2, and agrees the next time")
  func missingExpectationIsWritten() throws {
    let corpus = try TwoCases()
    try corpus.removeExpectation()
    let run = try corpus.test("--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("? changed  had no expectation; it is written now"))
    #expect(try corpus.test("--format", "human").status == 0)
  }

  @Test("A missing expectation is not written in continuous integration, and has status 2", arguments: [true, false])
  func missingExpectationIsNotWrittenInCI(byVariable: Bool) throws {
    let corpus = try TwoCases()
    try corpus.removeExpectation()
    for _ in 1...2 {
      let run = try corpus.test(byVariable ? [] : ["--no-write"], environment: byVariable ? ["CI": "true"] : [:])
      #expect(run.status == 2)
      #expect(run.output.contains(#""verdict":"noExpectation""#))
      #expect(run.output.contains(#""written":false"#))
    }
  }

  @Test("A log that is refused against its expectation gets its error in four parts, and status 3")
  func brokenLogIsInvalid() throws {
    let corpus = try TwoCases()
    try corpus.breakLog()
    let run = try corpus.test("--format", "human")
    #expect(run.status == 3)
    #expect(run.output.contains("error[notJSON]: The line is not JSON.\n  at  corpus/changed/log.jsonl:"))
    #expect(run.output.hasSuffix("2 cases: 1 agrees, 1 is invalid\n"))
  }

  @Test("The other cases are tested where one cannot be read")
  func oneUnreadableCaseDoesNotEndTheTest() throws {
    let corpus = try TwoCases()
    try corpus.write("[]", to: "changed/case.json")
    let run = try corpus.test("--format", "human", "--all")
    #expect(run.status == 3)
    #expect(run.output.contains("error[invalidCase]"))
    #expect(run.output.contains("✓ same  agrees"))
  }

  @Test("--filter chooses cases by a part of their names, and a text that none has is an error")
  func filterChoosesCases() throws {
    let run = try Herald.run("test", "Events", "--filter", "clock/", "--format", "json", "--no-write")
    #expect(run.status == 0)
    #expect(run.lines.dropLast().allSatisfy { $0.contains(#""case":"clock/"#) })
    #expect(run.lines.last == #"{"cases":6,"agree":6,"disagree":0,"noExpectation":0,"invalid":0}"#)
    let none = try Herald.run("test", "Events", "--filter", "nowhere")
    #expect(none.status == 1)
    #expect(none.errors.contains("error[noCase]"))
  }

  @Test("A folder without a case is an error with status 1", arguments: ["Sources/CZlib", "/nowhere"])
  func folderWithoutACaseIsAnError(folder: String) throws {
    let run = try Herald.run("test", folder)
    #expect(run.status == 1)
    #expect(run.codes == ["noCase"])
  }

  @Test("The JUnit report counts failures and errors, and the same stands on standard error in words")
  func junitCounts() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    let run = try corpus.test("--format", "junit")
    #expect(run.status == 2)
    #expect(run.output.contains(#" tests="2" failures="1" errors="0" "#))
    #expect(run.output.contains(#"<testcase name="same" classname="corpus" time="#))
    #expect(run.output.contains(#"<failure type="disagrees" message="the decision of "#))
    #expect(run.output.contains("/reason: expected − &quot;count&quot;, actual + &quot;shown&quot;"))
    #expect(run.errors.contains("2 cases: 1 agrees, 1 disagrees"))
  }

  @Test("The JUnit report replaces what XML cannot hold, and escapes the rest")
  func junitEscapes() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    try corpus.write(##"{"situation": "a < b & \"c\" ]]> \uffff"}"##, to: "changed/case.json")
    let run = try corpus.test("--format", "junit")
    #expect(run.output.contains("\na &lt; b &amp; &quot;c&quot; ]]&gt; \u{FFFD}\n"))
  }

  @Test("With --format github a difference is an annotation at its line, and the step gets a summary")
  func githubAnnotates() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    let summary = corpus.scratch.path("summary.md")
    let run = try corpus.test(["--format", "github"], environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(run.status == 2)
    #expect(
      run.lines[0] == "::error file=corpus/changed/expect.jsonl,line=1,title=changed%3A disagrees::"
        + "the decision of `/installations/90ffb1c4` at revision 2: /reason: expected − \"count\", actual + \"shown\"")
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(text.hasPrefix("## herald test\n\n2 cases: 1 agrees, 1 disagrees\n"))
    #expect(text.contains("```diff\n"))
  }

  @Test("--accept writes what follows now, says what changed in a line for each file, and has status 0")
  func acceptWritesTheOutcome() throws {
    let corpus = try TwoCases()
    let before = try String(contentsOf: corpus.file("changed/expect.jsonl"), encoding: .utf8)
    try corpus.changeExpectation()
    let run = try corpus.test("--accept", "--format", "human")
    #expect(run.status == 0)
    #expect(
      run.lines == [
        "✓ changed  wrote corpus/changed/expect.jsonl: the decision of `/installations/90ffb1c4` at revision 2: "
          + "/reason: expected − \"count\", actual + \"shown\"",
        "2 cases: 1 agrees, 1 is accepted",
      ])
    #expect(try String(contentsOf: corpus.file("changed/expect.jsonl"), encoding: .utf8) == before)
    #expect(try corpus.test("--format", "human").output == "2 cases: 2 agree\n")
  }

  @Test("--accept adds the fields that an expectation lacks, although it agrees without them")
  func acceptAddsFields() throws {
    let corpus = try TwoCases()
    let before = try String(contentsOf: corpus.file("changed/expect.jsonl"), encoding: .utf8)
    try corpus.write(before.replacing(#""failures":0,"#, with: ""), to: "changed/expect.jsonl")
    #expect(try corpus.test("--format", "human").output == "2 cases: 2 agree\n")
    let run = try corpus.test("--accept", "--format", "json")
    #expect(run.status == 0)
    #expect(run.lines[0].contains(#""verdict":"accepted""#))
    #expect(run.lines[0].contains(#""written":true,"changes":"the new field `/failures` in 2 states""#))
    #expect(run.lines.last?.hasSuffix(#""invalid":0,"accepted":1}"#) == true)
    #expect(try String(contentsOf: corpus.file("changed/expect.jsonl"), encoding: .utf8) == before)
  }

  @Test("--accept never rewrites a case below a folder `history`, and writes one that has none")
  func acceptKeepsHistory() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    try FileManager.default.moveItem(at: corpus.file(""), to: corpus.scratch.folder.appendingPathComponent("history"))
    try FileManager.default.createDirectory(at: corpus.file(""), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: corpus.scratch.folder.appendingPathComponent("history"), to: corpus.file("history"))
    let before = try String(contentsOf: corpus.file("history/changed/expect.jsonl"), encoding: .utf8)
    let run = try corpus.test("--accept", "--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("✗ history/changed  1 difference; --accept never rewrites a case of `history`"))
    #expect(try String(contentsOf: corpus.file("history/changed/expect.jsonl"), encoding: .utf8) == before)
    try FileManager.default.removeItem(at: corpus.file("history/changed/expect.jsonl"))
    #expect(try corpus.test("--accept", "--format", "human").status == 0)
  }

  @Test("--accept does not go together with --no-write, and not with the variable CI")
  func acceptIsRefusedInCI() throws {
    let corpus = try TwoCases()
    try corpus.changeExpectation()
    let both = try corpus.test("--accept", "--no-write")
    #expect(both.status != 0)
    #expect(both.errors.contains("--no-write forbids it"))
    let inCI = try corpus.test(["--accept"], environment: ["CI": "true"])
    #expect(inCI.status != 0)
    #expect(inCI.errors.contains("nothing is written where CI is set"))
  }

  @Test("An expectation that cannot be written is an error that says so")
  func unwritableExpectationIsAnError() throws {
    let corpus = try TwoCases()
    let log = try #require(try FieldLog.all(in: corpus.file("").path).first)
    let outcome = try log.comparison().outcome
    // The tests may run as root, which may write everywhere. Nobody can write into a folder that is gone.
    try FileManager.default.removeItem(at: log.folder)
    let error = try #require(throws: LogFileError.self) { try log.write(outcome) }
    #expect(error.diagnostics.map(\.code.name) == ["cannotWrite"])
  }

  @Test("An expectation that cannot be read is an error that names the file, and status 1")
  func unreadableExpectationIsAnError() throws {
    let corpus = try TwoCases()
    try corpus.removeExpectation()
    try FileManager.default.createDirectory(
      at: corpus.file("changed/expect.jsonl/taken"), withIntermediateDirectories: true)
    let run = try corpus.test("--accept", "--format", "human")
    #expect(run.status == 1)
    #expect(run.output.contains("corpus/changed/expect.jsonl"))
  }
}
