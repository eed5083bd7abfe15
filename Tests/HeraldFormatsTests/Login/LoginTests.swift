import Herald
import HeraldFormats
import Testing

@Suite("The answer of a login service")
struct LoginTests {
  private func outcome(_ keys: String) -> String {
    Installed().outcome("{\(keys)}", as: "login", storeURL: "https://store.example.com/app")
  }

  @Test(
    "A login answer announces a new version as text, number or boolean",
    arguments: [
      (#""1""#, "optional"), ("1", "optional"), ("true", "optional"), (#""yes""#, "optional"),
      (#""""#, "invalidDocument"), (#""FALSE""#, "noRule"), (#""0.0""#, "noRule"), ("0.5", "optional"),
      ("1e400", "optional"),
      (#""0""#, "noRule"), (#""false""#, "noRule"), ("0", "noRule"), ("0.0", "noRule"), ("-0", "noRule"),
      ("0e7", "noRule"), ("false", "noRule"), ("null", "invalidDocument"), ("[]", "invalidDocument"),
      ("{}", "invalidDocument"),
    ])
  func newVersionMayBeTextNumberOrBoolean(written: String, expected: String) {
    #expect(outcome(#""hasNewVersion":\#(written)"#) == expected)
  }

  @Test(
    "A login answer forces an update with text, number or boolean",
    arguments: [
      (#""1""#, "force"), ("1", "force"), ("1.0", "force"), ("10e-1", "force"), ("true", "force"),
      (#""true""#, "force"), (#""TRUE""#, "force"), (#""1.0""#, "force"), ("2", "force"), (#"" 1""#, "force"),
      ("0", "optional"), ("[1]", "invalidDocument"), (#"{"a":1}"#, "invalidDocument"),
    ])
  func forcedUpdateMayBeTextNumberOrBoolean(written: String, expected: String) {
    #expect(outcome(#""hasNewVersion":"1","needUpgrade":\#(written)"#) == expected)
    #expect(outcome(#""needUpgrade":\#(written)"#) == (expected == "invalidDocument" ? expected : "noRule"))
  }

  @Test(
    "An object with none of the keys of a login answer is refused, so that an error page lifts nothing",
    arguments: ["", #""review":1"#, #""error":500"#, #""hasNewVersion":null,"needUpgrade":null,"downloadUrl":null"#])
  func errorPageIsRefused(keys: String) { #expect(outcome(keys) == "invalidDocument") }

  @Test(
    "Any key of a login answer makes it one",
    arguments: [#""needUpgrade":"1""#, #""downloadUrl":7"#, #""hasNewVersion":0"#])
  func anyKeyIsEnough(keys: String) { #expect(outcome(keys) == "noRule") }

  @Test(
    "A login answer puts every version under review for every spelling of yes",
    arguments: [
      ("1", true), ("1.0", true), (#""1""#, true), ("true", true), ("0", false), ("2", true), (#""true""#, true),
      ("null", false), ("[1]", false), (#""01""#, false),
    ])
  func reviewCoversEveryVersion(written: String, isUnderReview: Bool) {
    let text = #"{"hasNewVersion":1,"review":\#(written)}"#
    let expected = isUnderReview ? "underReview" : "optional"
    #expect(Installed("1.0").outcome(text, as: "login") == expected)
    #expect(Installed("not a version").outcome(text, as: "login") == expected)
    #expect(Installed(nil).outcome(text, as: "login") == expected)
  }

  @Test("A login answer leads to its own URL, else to the store page")
  func loginAnswerLeadsToItsURL() throws {
    var installed = Installed()
    #expect(installed.fetch(#"{"hasNewVersion":1,"downloadUrl":"https://d.example.com/"}"#, as: "login") == "optional")
    #expect(installed.prompt?.destination == "https://d.example.com/")
    #expect(installed.prompt?.rule == "update:login")
    #expect(installed.prompt?.language == nil)
    #expect(installed.fetch(#"{"hasNewVersion":1,"downloadUrl":"d"}"#, as: "login") == "optional")
    #expect(installed.prompt?.destination == Installed.store)
  }
}
