import Herald
import HeraldFormats
import Testing

@Suite("Segments")
struct SegmentsTests {
  private func answer(_ version: String, _ keys: String = "") -> String {
    #"{"version":"\#(version)","downloadUrl":"https://d.example.com/"\#(keys)}"#
  }

  @Test(
    "In the segments format the first number forces, the second suggests, and later ones do not count",
    arguments: [
      ("6.9", "7.0", "force"), ("7.2.9", "7.3", "optional"), ("7.3.1", "7.3.2", "noRule"), ("7", "7.0.1", "noRule"),
      ("7", "7.1", "optional"), ("8.0", "7.9", "noRule"), ("6.9", "7.1", "force"), ("7.4", "7.3", "noRule"),
      ("-1.5", "0", "force"), ("-1.2", "-1.3", "optional"), ("-2", "-1", "force"), ("-1", "-2", "noRule"),
      ("99999999999999999999.1", "99999999999999999999.2", "optional"), ("07.03", "7.3", "noRule"),
      ("1.0+5", "1.1", "optional"), ("7.2-beta", "7.3", "noRule"), ("6.0-rc.1", "7.0", "noRule"),
      ("7.2", "7.3-beta", "noRule"), ("6.0", "7.0-0", "noRule"), ("seven", "8.0", "noRule"), ("", "8.0", "noRule"),
    ])
  func firstTwoNumbersDecide(installed: String, version: String, expected: String) {
    #expect(Installed(installed).outcome(answer(version), as: "segments") == expected)
  }

  @Test("A missing installed version is named as missing in the segments format")
  func missingInstalledVersionIsNamed() throws {
    var installed = Installed(nil)
    #expect(installed.fetch(answer("8.0"), as: "segments") == "noRule")
    let compared = try installed.comparisons(.version, of: "update:segments-major")
    #expect(compared.map(\.subject) == ["appVersionName"])
    #expect(compared.map(\.found) == [nil])
    #expect(compared.map(\.key) == ["/version"])
  }

  @Test(
    "A segments answer without a version is refused",
    arguments: ["7.3", "null", #""""#, #""v7""#, "[]", #""7..3""#, "true"])
  func answerWithoutAVersionIsRefused(written: String) {
    let document = read(#"{"version":\#(written)}"#, format: "segments")
    #expect(document.refusal == .invalidVersion)
    #expect(document.diagnostics.allSatisfy(isComplete))
    #expect(document.diagnostics.map(\.place?.pointer) == ["/version"])
    #expect(read("{}", format: "segments").refusal == .invalidVersion)
  }

  @Test("A segments answer's texts are shown, and Herald's own where it has none")
  func ownTextsFillGaps() throws {
    var installed = Installed("7.2", ["deviceLanguage": "ja_JP"])
    #expect(
      installed.fetch(answer("7.3", #","title":"T","message":"M","whatIsNew":"W""#), as: "segments") == "optional")
    var prompt = try #require(installed.prompt)
    #expect(prompt.rule == "update:segments-minor")
    #expect(prompt.language == "*")
    #expect([prompt.title, prompt.message, prompt.whatIsNew] == ["T", "M", "W"])
    #expect(installed.fetch(answer("7.3", #","title":7,"whatIsNew":"W""#), as: "segments") == "optional")
    prompt = try #require(installed.prompt)
    #expect(prompt.language == nil)
    #expect(prompt.whatIsNew == "W")
    #expect(prompt.title == "アップデートのお知らせ")
    #expect(prompt.message == "新しいバージョンをご利用いただけます。")
  }

  @Test("A segments answer's review covers every version, and keeps the rules in the policy")
  func reviewKeepsTheRules() throws {
    #expect(Installed("6").outcome(answer("7.0", #","review":"1""#), as: "segments") == "underReview")
    #expect(Installed("6").outcome(answer("7.0", #","review":0"#), as: "segments") == "force")
    #expect(try read(answer("7.0", #","review":1"#), format: "segments").policy().rules.count == 2)
  }

  @Test("A segments answer that leads nowhere has no rules, and a finding for each")
  func answerWithoutADestinationHasNoRules() throws {
    let document = read(#"{"version":"7.0"}"#, format: "segments")
    #expect(try document.policy().rules.isEmpty)
    #expect(document.codes == ["noUrl", "noUrl"])
  }
}
