import Testing

@Suite("Pushes and buttons that change nothing")
struct IgnoredEventTests {
  /// A case of the corpus, the revision of its ignored event, the code, and words of the reason.
  private static let cases = [
    ("push/for-another-user", "pushUser", "it was for the user"),
    ("push/already-updated", "pushReached", "was installed"),
    ("push/without-a-usable-link", "pushAddress", "no prompt may lead to"),
    ("session/button-tapped-twice", "buttonWithoutPrompt", "none was on the screen"),
  ]

  @Test("herald audit names each ignored push and stray button with its reason", arguments: cases)
  func auditNamesThem(_ name: String, _ code: String, _ words: String) throws {
    let log = "Events/\(name)/log.jsonl"
    let json = try Herald.run("audit", log, "--format", "json")
    #expect(json.output.contains(#""ignored":"\#(code)""#))
    let human = try Herald.run("audit", log, "--format", "human")
    #expect(human.output.contains(words))
  }

  @Test("herald why says first why an ignored push or button changed nothing", arguments: cases)
  func whyExplainsThem(_ name: String, _ code: String, _ words: String) throws {
    let log = "Events/\(name)/log.jsonl"
    let line = try #require(
      try Herald.run("audit", log, "--format", "json").lines.last { $0.contains(#""ignored":"\#(code)""#) })
    let revision = String(try #require(line.firstMatch(of: /"revision":([0-9]+)/)?.1))
    let source = String(try #require(line.firstMatch(of: /"source":"([^"]+)"/)?.1))
    let arguments = ["why", log, "--source", source, "--revision", revision]
    let why = try Herald.run(arguments + ["--level", "sentence"])
    #expect(why.output.hasPrefix("Revision \(revision) ("))
    #expect(why.output.contains("changed nothing: "))
    #expect(why.output.contains(words))
    let json = try Herald.run(arguments + ["--format", "json"])
    #expect(json.output.contains(#""ignored":"\#(code)""#))
    #expect(try Herald.run("explain-code", code).status == 0)
  }

  @Test("herald replay tells the reason beside the event", arguments: cases)
  func replayTellsTheReason(_ name: String, _ code: String, _ words: String) throws {
    let run = try Herald.run("replay", "Events/\(name)/log.jsonl", "--format", "human")
    #expect(run.output.contains(", ignored: "))
    #expect(run.output.contains(words))
  }
}
