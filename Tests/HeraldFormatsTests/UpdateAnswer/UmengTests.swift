import Herald
import HeraldFormats
import Testing

@Suite("A third party's update service")
struct UmengTests {
  @Test(
    "Umeng's answer says in any case of letters whether there is an update",
    arguments: [
      (#""Yes""#, "optional"), (#""YES""#, "optional"), (#""yeS""#, "optional"), (#""No""#, "noRule"),
      (#""nO""#, "noRule"), (#""Y""#, "optional"), (#""""#, "invalidDocument"), (#"" Yes""#, "optional"),
      ("true", "optional"), ("false", "noRule"), (#""true""#, "optional"), ("1", "optional"),
      ("null", "invalidDocument"), ("[]", "invalidDocument"),
    ])
  func updateIsReadInAnyCase(written: String, expected: String) {
    #expect(Installed().outcome(#"{"update":\#(written),"version":"2.0"}"#, as: "umeng") == expected)
  }

  @Test(
    "Umeng's update is for every lower version, pre-releases included",
    arguments: [
      ("1.0", "1.0.1", "optional"), ("1.0", "1.0", "noRule"), ("1.0", "1.0.0", "noRule"), ("2.0", "1.0", "noRule"),
      ("1.0-beta", "1.0", "optional"), ("1.0", "1.1-beta", "optional"), ("1.0", "1.0-beta", "noRule"),
      ("one", "2.0", "noRule"),
    ])
  func lowerVersionsAreUpdated(installed: String, version: String, expected: String) {
    #expect(Installed(installed).outcome(#"{"update":"Yes","version":"\#(version)"}"#, as: "umeng") == expected)
  }

  @Test(
    "Umeng's version is required for an update, and not read without one", arguments: ["null", "2.0", #""two""#, "[]"])
  func versionIsReadOnlyForAnUpdate(written: String) {
    #expect(Installed().outcome(#"{"update":"Yes","version":\#(written)}"#, as: "umeng") == "invalidVersion")
    #expect(Installed().outcome(#"{"update":"No","version":\#(written)}"#, as: "umeng") == "noRule")
  }

  @Test("Umeng's update log says what is new, beside Herald's own message")
  func updateLogSaysWhatIsNew() throws {
    var installed = Installed("1.0", ["deviceLanguage": "zh-Hans-CN"])
    let text = #"{"update":"Yes","version":"2.0","path":"https://d.example.com/a.apk","update_log":"修复问题。"}"#
    #expect(installed.fetch(text, as: "umeng") == "optional")
    let prompt = try #require(installed.prompt)
    #expect(prompt.rule == "update:umeng")
    #expect(prompt.language == nil)
    #expect(prompt.whatIsNew == "修复问题。")
    #expect(prompt.message == "应用有新版本可供更新。")
    #expect(prompt.destination == "https://d.example.com/a.apk")
  }
}
