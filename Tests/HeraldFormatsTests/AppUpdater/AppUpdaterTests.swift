import Herald
import HeraldFormats
import Testing

@Suite("The document that AppUpdater reads")
struct AppUpdaterTests {
  private let both = #"{"latestVersion":"1.1.4","latestVersionCode":6,"url":"https://d.example.com/"}"#

  @Test(
    "AppUpdater's code decides on a device that has one, and its version on every other",
    arguments: [
      ("5", "9.0", "optional"), ("6", "1.0", "noRule"), ("7", "1.0", "noRule"), (nil, "1.1.3", "optional"),
      (nil, "1.1.4", "noRule"), (nil, "2.0", "noRule"), (" ", "1.0", "optional"), ("five", "1.0", "noRule"),
      (nil, nil, "noRule"),
    ] as [(String?, String?, String)])
  func codeDecidesBeforeTheVersion(code: String?, version: String?, expected: String) {
    let installed = Installed(version, code.map { ["appVersionCode": $0] } ?? [:])
    #expect(installed.outcome(both, as: "appupdater") == expected)
  }

  @Test("AppUpdater's version decides where the document has no code, and its code where it has no version")
  func oneOfBothIsEnough() {
    let version = #"{"latestVersion":"1.1.4"}"#
    #expect(Installed("1.0", ["appVersionCode": "9"]).outcome(version, as: "appupdater") == "optional")
    let code = #"{"latestVersionCode":"6"}"#
    #expect(Installed("9.0", ["appVersionCode": "5"]).outcome(code, as: "appupdater") == "optional")
    #expect(Installed("1.0").outcome(code, as: "appupdater") == "noRule")
  }

  @Test(
    "AppUpdater's document is refused without a version, or with one that is none",
    arguments: [
      ("{}", "noVersion"), (#"{"latestVersion":null,"url":"https://h"}"#, "noVersion"),
      (#"{"latestVersion":"one"}"#, "invalidVersion"), (#"{"latestVersion":1.1}"#, "invalidVersion"),
      (#"{"latestVersion":"1.1","latestVersionCode":1.5}"#, "invalidDocument"),
      (#"{"latestVersionCode":true}"#, "invalidDocument"), ("[]", "invalidDocument"),
    ])
  func documentWithoutAVersionIsRefused(text: String, reason: String) {
    #expect(Installed().outcome(text, as: "appupdater") == reason)
    #expect(read(text, format: "appupdater").diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "AppUpdater's notes are a text or lines of text",
    arguments: [
      (#""Faster.""#, "Faster."), (#"["Faster.","Safer."]"#, "Faster.\nSafer."), (#"["Faster.",7,"",null]"#, "Faster."),
      ("[]", nil), ("7", nil),
    ] as [(String, String?)])
  func notesSayWhatIsNew(written: String, expected: String?) {
    var installed = Installed()
    #expect(installed.fetch(#"{"latestVersion":"2.0","releaseNotes":\#(written)}"#, as: "appupdater") == "optional")
    #expect(installed.prompt?.whatIsNew == expected)
    #expect(installed.prompt?.rule == "update:appupdater")
  }

  @Test("AppUpdater's version is the rule's target, and without one its code")
  func publishedVersionIsTheTarget() throws {
    let rule = try #require(try read(both, format: "appupdater").policy().rules.first)
    #expect(rule.targetVersion?.text == "1.1.4")
    #expect(rule.targetVersionCode == nil)
    let coded = try read(#"{"latestVersionCode":6,"url":"https://h"}"#, format: "appupdater").policy()
    #expect(coded.rules.first?.targetVersion == nil)
    #expect(coded.rules.first?.targetVersionCode == 6)
  }
}
