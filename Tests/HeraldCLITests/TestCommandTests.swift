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
    let corpus = try Corpus()
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
    let corpus = try Corpus()
    try corpus.removeExpectation()
    let run = try corpus.test("--format", "human")
    #expect(run.status == 2)
    #expect(run.output.contains("? changed  had no expectation; it is written now"))
    #expect(try corpus.test("--format", "human").status == 0)
  }

  @Test("A missing expectation is not written in continuous integration, and has status 2", arguments: [true, false])
  func missingExpectationIsNotWrittenInCI(byVariable: Bool) throws {
    let corpus = try Corpus()
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
    let corpus = try Corpus()
    try corpus.breakLog()
    let run = try corpus.test("--format", "human")
    #expect(run.status == 3)
    #expect(run.output.contains("error[notJSON]: The line is not JSON.\n  at  corpus/changed/log.jsonl:"))
    #expect(run.output.hasSuffix("2 cases: 1 agrees, 1 is invalid\n"))
  }

  @Test("The other cases are tested where one cannot be read")
  func oneUnreadableCaseDoesNotEndTheTest() throws {
    let corpus = try Corpus()
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

  @Test("--weak tells the edits that no log notices, behind the cases, with their figures")
  func weakTellsUnnoticedEdits() throws {
    let run = try Herald.run("test", "Events", "--filter", "clock/", "--weak", "--format", "json", "--no-write")
    #expect(run.status == 0)
    let edits = run.lines.filter { $0.hasPrefix(#"{"edit":"#) }
    #expect(!edits.isEmpty)
    #expect(edits.allSatisfy { $0.contains(#""verdict":"unnoticed""#) && $0.contains(#""noticedBy":[]"#) })
    #expect(run.lines.last?.hasPrefix(#"{"summary":{"logs":6,"edits":"#) == true)
    #expect(run.lines.last?.contains(#""unnoticed":\#(edits.count),"#) == true)
    let all = try Herald.run(
      "test", "Events", "--filter", "clock/", "--weak", "--all", "--format", "json", "--no-write")
    #expect(all.lines.count { $0.hasPrefix(#"{"edit":"#) } > edits.count)
    #expect(all.lines.last == run.lines.last)
  }

  @Test("Promises beside a policy are judged, and promises without a policy are an error that names it")
  func promises() throws {
    let corpus = try Corpus()
    let folder = corpus.scratch.path("corpus")
    try corpus.write(#"[{"rule":"update:1","is":"reachable"}]"#, to: "same/promises.json")
    let alone = try Herald.run("test", folder, "--no-write", "--format", "human")
    #expect(alone.status == 1)
    #expect(alone.errors.contains("lie beside no `policy.json`"))
    #expect(alone.errors.contains("\(folder)/same/promises.json"))
    for (share, status) in [(100, 0), (0, 2)] as [(Int, Int32)] {
      let rule = #"{"id":1,"rollout":\#(share),"descriptions":{"*":"New."},"targetWebsiteUrl":"#
      try corpus.write(#"{"packageName":"a.b","updates":[\#(rule)"https://e.com"}]}"#, to: "same/policy.json")
      let run = try Herald.run("test", folder, "--no-write", "--format", "human")
      #expect(run.status == status)
      #expect(run.output.contains("\(folder)/same/policy.json: \(status == 0 ? 1 : 0) of 1 promise"))
      let report = try Herald.run("test", folder, "--no-write", "--format", "junit")
      #expect(report.status == status)
      #expect(report.output.contains(#"<testcase name="promise 1: "#))
      #expect(report.output.contains(#"<failure type="doesNotHold" message="does not hold">"#) == (status == 2))
    }
  }

  @Test("Promises that cannot be judged leave the others their verdicts", arguments: ["human", "junit", "github"])
  func promisesOfOneFolder(_ format: String) throws {
    let corpus = try Corpus()
    let rule = #"{"id":1,"descriptions":{"*":"New."},"targetWebsiteUrl":"https://e.com"}"#
    for folder in ["changed", "same"] {
      try corpus.write(#"{"packageName":"a.b","updates":[\#(rule)]}"#, to: "\(folder)/policy.json")
    }
    try corpus.write(#"[{"rule":"update:9","is":"reachable"}]"#, to: "changed/promises.json")
    try corpus.write(#"[{"every":{},"is":"nothing"}]"#, to: "same/promises.json")
    let run = try Herald.run("test", corpus.scratch.path("corpus"), "--no-write", "--format", format)
    #expect(run.status == 3)
    #expect(run.errors.contains("error[promiseOfNoRule]"))
    switch format {
    case "human": #expect(run.output.contains("does not hold"))
    case "junit":
      #expect(run.output.contains(#"<error type="promiseOfNoRule""#))
      #expect(run.output.contains(#"<failure type="doesNotHold""#))
    default:
      #expect(run.output.contains("title=promises%3A cannot be judged::A promise is about `update:9`"))
      #expect(run.output.contains("line=1,title=promise 1%3A doesNotHold::"))
    }
  }

  @Test("--weak with a policy of another app is an error, and not a document without edits")
  func weakOfAnotherApp() throws {
    let scratch = try Scratch()
    let rule = #"{"id":1,"descriptions":{"*":"New."},"targetWebsiteUrl":"https://e.com"}"#
    let policy = try scratch.write(#"{"packageName":"no.such.app","updates":[\#(rule)]}"#, to: "p.json")
    let run = try Herald.run("test", "Events", "--filter", "clock/", "--weak", "--policy", policy, "--no-write")
    #expect(run.status == 3)
    #expect(run.errors.contains("No log of the corpus takes the policy."))
  }

  @Test("--fail-if ends with status 2 where a figure of --weak is too large")
  func weakFails() throws {
    let run = try Herald.run(
      "test", "Events", "--filter", "clock/", "--weak", "--fail-if", "edits > 0", "--format", "human", "--no-write")
    #expect(run.status == 2)
    #expect(run.errors.contains(#"--fail-if "edits > 0" holds: edits is "#))
    #expect(run.output.contains("would be noticed by no log of this corpus"))
  }

  @Test(
    "An option that is about edits alone needs --weak",
    arguments: [["--fail-if", "unnoticed > 3"], ["--policy", "next.json"], ["--weak", "--fail-if", "unnoticd > 3"]])
  func weakOptionsNeedWeak(options: [String]) throws {
    #expect(try Herald.run(["test", "Events"] + options).status == 64)
  }

  @Test("A folder without a case is an error with status 1", arguments: ["Sources/CZlib", "/nowhere"])
  func folderWithoutACaseIsAnError(folder: String) throws {
    let run = try Herald.run("test", folder)
    #expect(run.status == 1)
    #expect(run.codes == ["noCase"])
  }

  @Test("The JUnit report counts failures and errors, and the same stands on standard error in words")
  func junitCounts() throws {
    let corpus = try Corpus()
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
    let corpus = try Corpus()
    try corpus.changeExpectation()
    try corpus.write(##"{"situation": "a < b & \"c\" ]]> \uffff"}"##, to: "changed/case.json")
    let run = try corpus.test("--format", "junit")
    #expect(run.output.contains("\na &lt; b &amp; &quot;c&quot; ]]&gt; \u{FFFD}\n"))
  }

  @Test("With --format github a difference is an annotation at its line, and the step gets a summary")
  func githubAnnotates() throws {
    let corpus = try Corpus()
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
    let corpus = try Corpus()
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
    let corpus = try Corpus()
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
    let corpus = try Corpus()
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
    let corpus = try Corpus()
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
    let corpus = try Corpus()
    let log = try #require(try FieldLog.all(in: corpus.file("").path).first)
    let outcome = try log.comparison().outcome
    // The tests may run as root, which may write everywhere. Nobody can write into a folder that is gone.
    try FileManager.default.removeItem(at: log.folder)
    let error = try #require(throws: LogFileError.self) { try log.write(outcome) }
    #expect(error.diagnostics.map(\.code.name) == ["cannotWrite"])
  }

  @Test("An expectation that cannot be read is an error that names the file, and status 1")
  func unreadableExpectationIsAnError() throws {
    let corpus = try Corpus()
    try corpus.removeExpectation()
    try FileManager.default.createDirectory(
      at: corpus.file("changed/expect.jsonl/taken"), withIntermediateDirectories: true)
    let run = try corpus.test("--accept", "--format", "human")
    #expect(run.status == 1)
    #expect(run.output.contains("corpus/changed/expect.jsonl"))
  }
}

/// Two cases in a temporary folder: one to change, and one that stays.
private final class Corpus {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let corpus = scratch.folder.appendingPathComponent("corpus")
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    for (name, original) in [("changed", "update/end-of-service-without-a-link"), ("same", "clock/leap-second")] {
      try FileManager.default.copyItem(
        at: Herald.root.appendingPathComponent("Events/\(original)"), to: corpus.appendingPathComponent(name))
    }
  }

  func file(_ name: String) -> URL { scratch.folder.appendingPathComponent("corpus/\(name)") }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

  func changeExpectation() throws {
    let text = try String(contentsOf: file("changed/expect.jsonl"), encoding: .utf8)
    let range = try #require(text.range(of: #""reason":"shown""#))
    try write(text.replacingCharacters(in: range, with: #""reason":"count""#), to: "changed/expect.jsonl")
  }

  func removeExpectation() throws { try FileManager.default.removeItem(at: file("changed/expect.jsonl")) }

  func breakLog() throws {
    let text = try String(contentsOf: file("changed/log.jsonl"), encoding: .utf8)
    try write(text + "{\"specversion\": broken}\n", to: "changed/log.jsonl")
  }

  func test(_ options: String...) throws -> Herald.Run { try test(options) }

  func test(_ options: [String], environment: [String: String] = [:]) throws -> Herald.Run {
    try Herald.run(["test", "corpus"] + options, environment: environment, in: scratch.folder)
  }
}
