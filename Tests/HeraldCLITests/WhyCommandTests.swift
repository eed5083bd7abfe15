import Testing

@Suite("herald why")
struct WhyCommandTests {
  private let log = "Events/formats/ssvc/bundle-version-with-no-number/log.jsonl"
  private let source = "/installations/55c0a201"

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
