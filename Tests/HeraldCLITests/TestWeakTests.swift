import Testing

@Suite("herald test --weak")
struct TestWeakTests {
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
}
