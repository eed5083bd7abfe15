import Testing

@Suite("herald why")
struct WhyCommandTests {
  private let log = "Events/formats/ssvc/bundle-version-with-no-number/log.jsonl"
  private let source = "/installations/55c0a201"

  @Test(
    "says that the last document was refused, and why",
    arguments: [
      ("itunes/of-another-app", "2", "no policy is in force", "otherPackage, it is another app's"),
      ("itunes/store-cache-lags", "5", "update:itunes (optional) is shown", "rollback, it is older than one"),
    ])
  func refused(_ log: String, _ revision: String, _ sentence: String, _ reason: String) throws {
    let words = try Herald.run(
      "why", "Events/formats/\(log)/log.jsonl", "--revision", revision, "--format", "human")
    #expect(words.output.contains(sentence))
    #expect(words.output.contains("that came last is refused: \(reason)"))
    let accepted = try Herald.run("why", "Events/formats/itunes/store-cache-lags/log.jsonl", "--revision", "2")
    #expect(!accepted.output.contains("refused"))
  }

  @Test("revisions begin at 1", arguments: ["0", "-1"])
  func noRevision(_ revision: String) throws {
    let run = try Herald.run("why", log, "--source", source, "--revision=\(revision)")
    #expect(run.status == 64 && run.errors.contains("There is no revision \(revision): the first one is 1."))
  }

  @Test("names a rule's place without a pointer where the rule is the whole document")
  func place() throws {
    let log = "Events/formats/umeng/offered-and-taken-back/log.jsonl"
    let words = try Herald.run("why", log, "--revision", "2", "--format", "human")
    #expect(words.output.contains("update:umeng (optional) shown  line 1, column 1\n"))
  }

  @Test("names what could not be compared, for people and for machines")
  func unavailable() throws {
    let words = try Herald.run("why", log, "--source", source, "--format", "human")
    #expect(words.status == 0)
    #expect(words.output.contains("appVersionCode is 1.10.0, wanted a bundle version"))
    #expect(words.output.contains("(bundleNumberUnavailable, "))
    let json = try Herald.run("why", log, "--source", source, "--format", "json")
    #expect(
      json.output.contains(#""passed":false,"part":null,"diagnostic":"bundleNumberUnavailable","place":{"line":2,"#))
  }
}
