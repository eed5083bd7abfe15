import Herald
import HeraldFormats
import Testing

@Suite("The mistakes that people make in policies")
struct MistakeTests {
  private static let now = DeviceTime(rfc3339: "2026-11-27T10:00:00Z")?.moment

  private static func findings(in text: String) -> [Diagnostic] {
    Lint.findings(in: Document(text: text, format: "herald"), at: now)
  }

  @Test("The policy that the mistakes are made in has no findings")
  func policyHasNoFindings() { #expect(Self.findings(in: Mistake.policy).map(\.what).isEmpty) }

  private static let all = Mistake.ofPlace + Mistake.ofValues + Mistake.ofFilters + Mistake.ofTexts + Mistake.ofTypes

  @Test("Lint names the place of each mistake, and what to write there", arguments: all)
  func mistakeIsFound(_ mistake: Mistake) {
    let found = Self.findings(in: mistake.text)
    let places = found.map { "\($0.code) \($0.place?.pointer ?? "")" }
    let fixes = found.filter { $0.code.name == mistake.code }.map(\.fix)
    #expect(places.contains("\(mistake.code) \(mistake.place)"))
    #expect(fixes.contains(mistake.fix))
  }

  @Test("A mistake's finding goes when its advice is followed", arguments: all)
  func adviceCanBeFollowed(_ mistake: Mistake) {
    let found = Self.findings(in: mistake.mended)
    #expect(!found.contains { $0.code.name == mistake.code }, "\(found.map { "\($0.code): \($0.fix)" })")
    #expect(!found.contains { $0.severity == .error })
  }

  @Test("A mistake in JSON's signs is told by its line and what to write", arguments: Mistake.ofSigns)
  func faultOfJSONIsTold(_ mistake: Mistake) {
    let found = Self.findings(in: mistake.text)
    #expect(found.map(\.code.name) == [mistake.code])
    #expect(found.first.map { "line \($0.place?.line ?? 0)" } == mistake.place)
    #expect(found.first?.fix == mistake.fix)
    #expect(!Self.findings(in: mistake.mended).contains { $0.code.name == mistake.code })
  }

  @Test(
    "A misspelt key without which a rule forces nobody is an error, at any place but in a message",
    arguments: [
      (#""forceUpdate""#, #""forceUpdte""#, Diagnostic.Severity.error), (#""forceUpdate""#, #""forceupdate""#, .error),
      (#""forceUpdate""#, #""force_update""#, .error), (#""forceUpdate""#, #""forced""#, .error),
      (#""forceUpdate""#, #""mandatory""#, .error), (#""skippable": true"#, #""minSupportedVersion": "3.0""#, .error),
      (#""revision": 3"#, #""revision": 3, "minimumVersion": "3.0""#, .error),
      (#""skippable": true"#, #""forceUpdateType": ["major"]"#, .error),
      (#""skippable": true"#, #""deadlin": {"at": "2027-01-01"}"#, .error),
      (#""revision": 3"#, #""revision": 3, "forceUpdate": true"#, .error),
      (#""skippable": true"#, #""Skippable": true"#, .warning), (#""filters""#, #""filter""#, .warning),
    ])
  func misspeltForceIsAnError(part: String, wrong: String, severity: Diagnostic.Severity) throws {
    let text = Mistake(part, wrong, "", at: "", "").text
    let found = try #require(Self.findings(in: text).first { $0.code.name == "unknownKey" })
    #expect(found.severity == severity)
  }
}
