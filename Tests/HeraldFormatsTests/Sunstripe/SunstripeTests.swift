import Herald
import HeraldFormats
import Testing

@Suite("SSVersionUpdater's answer")
struct SunstripeTests {
  private func answer(_ info: String, _ keys: String = "") -> String {
    #"{"result":"successed",\#(keys)"version_info":{\#(info)}}"#
  }

  @Test(
    "SSVersionUpdater needs an update for every spelling of yes",
    arguments: [
      ("true", true), ("1", true), ("1.0", true), (#""1""#, true), (#""true""#, true), (#""YES""#, true),
      ("false", false), ("0", false), ("2", true), ("-1", true), (#""yes""#, true), (#""True""#, true),
      (#""1.0""#, true), (#"" 1""#, true), ("null", false), (#""False""#, false), (#""""#, false),
    ])
  func yesHasManySpellings(written: String, isNeeded: Bool) {
    let outcome = Installed().outcome(answer(#""needed_version_update":\#(written)"#), as: "sunstripe")
    #expect(outcome == (isNeeded ? "optional" : "noRule"))
  }

  @Test(
    "SSVersionUpdater's type forces, contradicts or suggests",
    arguments: [
      (#""force_update""#, "force"), (#""no_update""#, "noRule"), (#""optional_update""#, "optional"),
      (#""FORCE_UPDATE""#, "optional"), ("7", "optional"), ("null", "optional"),
    ])
  func typeDecidesTheKind(written: String, expected: String) {
    let text = answer(#""needed_version_update":1,"update_type":\#(written)"#)
    #expect(Installed().outcome(text, as: "sunstripe") == expected)
    let isContradiction = expected == "noRule"
    #expect(read(text, as: "sunstripe", storeURL: Installed.store).codes == (isContradiction ? ["contradiction"] : []))
  }

  @Test("SSVersionUpdater's contradictory type is reported only where an update is needed")
  func contradictionNeedsAnUpdate() {
    let text = answer(#""needed_version_update":0,"update_type":"no_update""#)
    #expect(read(text, as: "sunstripe", storeURL: nil).codes.isEmpty)
  }

  @Test(
    "SSVersionUpdater's failures are refused with what the server said",
    arguments: [#""SUCCESSED""#, #""successed ""#, #""failed""#, "1", "null", "true"])
  func failureIsRefusedWithItsMessage(result: String) throws {
    let document = read(
      #"{"result":\#(result),"code":5000,"messages":["out of order"],"version_info":7}"#, format: "sunstripe")
    #expect(document.refusal == .serverSaidFailure)
    let what = try #require(document.diagnostics.first?.what)
    #expect(what.contains("5000"))
    #expect(what.contains("out of order"))
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "SSVersionUpdater's answer shows nothing without an object, and is refused for anything in its place",
    arguments: [
      ("null", "noRule"), ("{}", "noRule"), ("[]", "invalidDocument"), (#""x""#, "invalidDocument"),
      ("0", "invalidDocument"), ("false", "invalidDocument"),
    ])
  func missingInfoShowsNothing(written: String, expected: String) {
    #expect(Installed().outcome(#"{"result":"successed","version_info":\#(written)}"#, as: "sunstripe") == expected)
    #expect(Installed().outcome(#"{"result":"successed"}"#, as: "sunstripe") == "noRule")
    #expect(Installed().outcome("[]", as: "sunstripe") == "invalidDocument")
  }

  @Test(
    "SSVersionUpdater's code decides nothing, and the code for a withdrawn app is a note",
    arguments: ["3000", #""3000""#])
  func codeDecidesNothing(written: String) {
    let text = answer(#""needed_version_update":1"#, #""code":\#(written),"#)
    #expect(Installed().outcome(text, as: "sunstripe") == "optional")
    #expect(read(text, as: "sunstripe", storeURL: Installed.store).codes == ["appWithdrawn"])
    #expect(read(answer("", #""code":2000,"#), as: "sunstripe", storeURL: nil).codes.isEmpty)
  }

  @Test("SSVersionUpdater's texts, label and link are shown")
  func textsLabelAndLinkAreShown() throws {
    let text = answer(
      #"""
      "needed_version_update":1,"update_url":" https://u.example.com/é ","update_alert_title":"T",
      "update_alert_body":"B","update_update_button_title":"Go"
      """#)
    var installed = Installed("1.0", ["deviceLanguage": "tr"])
    #expect(installed.fetch(text, as: "sunstripe") == "optional")
    let prompt = try #require(installed.prompt)
    #expect(prompt.rule == "update:sunstripe")
    #expect(prompt.language == "*")
    #expect(prompt.title == "T")
    #expect(prompt.message == "B")
    #expect(prompt.title(of: .update) == "Go")
    #expect(prompt.title(of: .later) == "Daha sonra")
    #expect(prompt.destination == "https://u.example.com/%C3%A9")
  }

  @Test(
    "SSVersionUpdater's other texts stand beside Herald's own message where it has none",
    arguments: ["null", #""""#, #"" ""#, "7"])
  func otherTextsJoinHeraldsMessage(body: String) throws {
    let text = answer(
      #""needed_version_update":1,"update_alert_title":"T","update_update_button_title":"Go","update_alert_body":\#(body)"#
    )
    var installed = Installed("1.0", ["deviceLanguage": "de-AT"])
    #expect(installed.fetch(text, as: "sunstripe") == "optional")
    let prompt = try #require(installed.prompt)
    #expect(prompt.language == nil)
    #expect(prompt.title == "T")
    #expect(prompt.title(of: .update) == "Go")
    #expect(prompt.message == "Eine neue Version der App ist verfügbar.")
  }

  @Test(
    "SSVersionUpdater's unusable link is replaced by the store page",
    arguments: ["null", "5", #""""#, #""javascript:x""#, #""//h""#])
  func unusableLinkBecomesTheStorePage(written: String) throws {
    let text = answer(#""needed_version_update":1,"update_url":\#(written)"#)
    var installed = Installed()
    #expect(installed.fetch(text, as: "sunstripe") == "optional")
    #expect(installed.prompt?.destination == Installed.store)
    #expect(Installed().outcome(text, as: "sunstripe", storeURL: nil) == "noRule")
    #expect(read(text, as: "sunstripe", storeURL: nil).codes == ["noUrl"])
  }
}
