import Herald
import HeraldFormats
import Testing

@Suite("The version that a document publishes")
struct PublishedTargetTests {
  private let store: ExactString = "https://store.example.com/"

  @Test(
    "Every rule's target is the version that its document publishes, whatever installed versions it is for",
    arguments: [
      (
        "ssvc", #"{"SSVCMinimumSupportedVersionNumber":1,"SSVCLatestVersionNumber":2,"SSVCLatestVersionKey":"3.1"}"#,
        "3.1"
      ),
      ("ssvc", #"{"SSVCLatestVersionKey":"3.1"}"#, "3.1"),
      (
        "table", #"{"versions":[{"version":"1.0","updated":"Y"},{"version":"3.1"},{"version":"2.0","updated":"Y"}]}"#,
        "3.1"
      ),
      ("segments", #"{"version":"3.1"}"#, "3.1"),
      ("itunes", #"{"results":[{"version":"3.1","description":"[:mav: 2.0]"}]}"#, "3.1"),
      ("storepage", "<p>Version 3.1</p>", "3.1"), ("umeng", #"{"update":"yes","version":"3.1"}"#, "3.1"),
      ("appupdater", #"{"latestVersion":"3.1","latestVersionCode":7}"#, "3.1"),
      ("appupdate", #"{"update":"yes","new_version":"3.1"}"#, "3.1"),
      ("princeofversions", #"{"ios":{"required_version":"3.1","latest_version":"3.1"}}"#, "3.1"),
      ("ssvc", #"{"SSVCLatestVersionKey":"spring"}"#, nil), ("ssvc", #"{"SSVCLatestVersionNumber":2}"#, nil),
      ("login", #"{"hasNewVersion":"1"}"#, nil),
      ("sunstripe", #"{"result":"successed","version_info":{"needed_version_update":1}}"#, nil),
    ] as [(ExactString, String, String?)])
  func everyRuleHasThePublishedTarget(format: ExactString, text: String, expected: String?) throws {
    let rules = try read(text, as: format, storeURL: store).policy().rules
    #expect(!rules.isEmpty)
    #expect(rules.allSatisfy { $0.targetVersion?.text.string == expected })
  }

  @Test("Skipping remembers the published version, and a newer one is offered again")
  func skippingRemembersThePublishedVersion() throws {
    var installed = Installed("1.0")
    #expect(installed.fetch(#"{"update":"Yes","version":"2.0"}"#, as: "umeng") == "optional")
    installed.answer("skip")
    #expect(installed.state.records["update:umeng"]?.skippedVersion == "2.0")
    #expect(installed.fetch(#"{"update":"Yes","version":"2.0.0"}"#, as: "umeng") == "noRule")
    #expect(installed.explanation.rules.first?.failed == .skipped)
    #expect(installed.fetch(#"{"update":"Yes","version":"2.1"}"#, as: "umeng") == "optional")
  }
}
