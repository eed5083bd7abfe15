import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Documents of other formats for every device")
struct AnalyzeFormatsTests {
  private static func document(_ text: String, _ format: ExactString) -> Document {
    Document(text: text, format: format, storeURL: "https://example.com/store")
  }

  private static func answer(_ text: String, _ format: ExactString) throws -> AnalyzeAnswer {
    try AnalyzeQuestion(document(text, format), named: "p.json").answer()
  }

  private static func ssvc(minimum: Int, latest: Int = 0) -> String {
    #"{"SSVCMinimumSupportedVersionNumber": \#(minimum), "SSVCLatestVersionNumber": \#(latest)}"#
  }

  @Test(
    "A force for bundle numbers is shown below the minimum, and the lowest bundle version from it on ends it",
    arguments: [
      (0x0100_8000, "1.0"), (0x1023_8000, "10.2.3"), (0x0100_6003, "1.0"), (0x0100_8001, "1.0.1"),
      (0x010A_8000, "1.1"), (0x0000_4002, "0.0"),
    ])
  func bundleNumbers(_ minimum: Int, _ end: String) throws {
    let force = try #require(try Self.answer(Self.ssvc(minimum: minimum), "ssvc").rules.first)
    #expect(force.witness != nil)
    #expect(force.endedBy == end)
  }

  @Test("A force for bundle numbers that no bundle version has is never shown", arguments: [0, 1, 0x2000])
  func noBundleNumber(_ minimum: Int) throws {
    let answer = try Self.answer(Self.ssvc(minimum: minimum), "ssvc")
    #expect(AnalyzeTests.verdicts(answer) == ["contradiction", "contradiction"])
  }

  @Test("A force for bundle numbers can be left by a higher version, but not where a version code decides")
  func leavingBundleNumbers() throws {
    let statements = #"[{"every": {"appVersionCode": "''"}, "canLeave": "force"}, {"every": {}, "canLeave": "force"}]"#
    let promises = PromisesQuestion(
      Self.document(Self.ssvc(minimum: 0x0100_8004), "ssvc"), named: "p.json",
      try PromiseFile(statements, named: "promises.json").promises, named: "promises.json")
    #expect(try promises.answer().promises.map(\.verdict.word) == ["holds", "doesNotHold"])
  }

  @Test("A rule that a skip of the rule before it silences is shown to a device that sees it first")
  func silencedBySkip() throws {
    let text = """
      <rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel>
      <item><sparkle:version>10</sparkle:version><sparkle:maximumSystemVersion>99</sparkle:maximumSystemVersion>
      <sparkle:shortVersionString>11.2</sparkle:shortVersionString><enclosure url="https://example.com/2"/></item>
      <item><sparkle:version>1</sparkle:version><sparkle:shortVersionString>1.0</sparkle:shortVersionString>
      <enclosure url="https://example.com/1"/></item></channel></rss>
      """
    #expect(AnalyzeTests.verdicts(try Self.answer(text, "appcast")) == ["shown", "shown"])
  }

  @Test("The entries of one system say nothing of another, and the first that is for a device ends the list")
  func entriesOfSystems() throws {
    let text = """
      {"ios2": [{"required_version": 3, "requirements": {"tier": "a"}},
                {"required_version": 9, "requirements": {"tier": "a"}}, {"required_version": 5}],
       "android2": [{"required_version": 7}, {"required_version": 9}]}
      """
    let answer = try Self.answer(text, "princeofversions")
    #expect(
      AnalyzeTests.verdicts(answer) == [
        "shown", "covered by update:pov-0-required", "shown", "shown", "covered by update:pov-0-required",
      ])
    let systems = answer.rules.map { $0.witness?.profile[.deviceOsName] }
    #expect(systems == ["ios", nil, "ios", "android", nil])
    let document = Self.document(text, "princeofversions")
    let same = try AgainstQuestion(document, named: "a.json", against: document, named: "b.json").answer()
    #expect(same.verdict(on: .equivalent).word == "holds")
  }

  @Test("Rules that a missing store page leaves out are said")
  func withoutStorePage() throws {
    let document = Document(text: Self.ssvc(minimum: 0x0100_8000, latest: 0x0200_8000), format: "ssvc")
    let answer = try AnalyzeQuestion(document, named: "p.json").answer()
    #expect(answer.rules.isEmpty)
    #expect(answer.words.contains("! 2 findings leave out rules"), "\(answer.words)")
  }

  @Test("A suggestion for bundle numbers below the minimum is covered by the force")
  func coveredSuggestion() throws {
    let answer = try Self.answer(Self.ssvc(minimum: 0x0200_8000, latest: 0x0100_8000), "ssvc")
    #expect(AnalyzeTests.verdicts(answer) == ["shown", "covered by update:ssvc-minimum"])
  }

  @Test("An app in the App Store's answer for Macs is offered on a Mac")
  func macAlone() throws {
    let text = """
      {"resultCount": 1, "results": [{"kind": "mac-software", "wrapperType": "software", "bundleId": "com.example.mac",
        "version": "3.3.3", "trackViewUrl": "https://apps.apple.com/app/id1", "trackId": 1, "minimumOsVersion": "10.9"}]}
      """
    let answer = try Self.answer(text, "itunes")
    #expect(AnalyzeTests.verdicts(answer) == ["shown"])
    #expect(answer.rules.first?.witness?.profile[.deviceOsName] == "macos")
  }

  @Test("A higher minimum forces more, and a lower one does not")
  func againstMinimum() throws {
    let documents = [0x0100_8000, 0x0200_8000].map { Self.document(Self.ssvc(minimum: $0), "ssvc") }
    func verdict(_ statement: AgainstAnswer.Statement, _ before: Document, _ after: Document) throws -> String {
      try AgainstQuestion(after, named: "new.json", against: before, named: "old.json").answer()
        .verdict(on: statement).word
    }
    #expect(try verdict(.forcesNoMore, documents[0], documents[1]) == "doesNotHold")
    #expect(try verdict(.forcesNoMore, documents[1], documents[0]) == "holds")
    #expect(try verdict(.equivalent, documents[0], documents[0]) == "holds")
  }
}
