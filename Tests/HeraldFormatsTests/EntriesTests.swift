import Herald
import HeraldFormats
import Testing

@Suite("Documents with several entries, some of which cannot be read")
struct EntriesTests {
  @Test(
    "A bad entry of a configuration of Prince of Versions leaves out its own rule and nothing else",
    arguments: [
      (#"[{"required_version":"x","latest_version":"2.0"}]"#, "optional", "invalidVersion"),
      (#"[{"required_version":"2.0","latest_version":[]}]"#, "force", "invalidVersion"),
      (#"[7,{"required_version":"2.0"}]"#, "force", "invalidDocument"),
      (#"[{"required_version":"3.0","requirements":7},{"required_version":"2.0"}]"#, "force", "invalidDocument"),
    ])
  func badEntryLeavesOutItself(entries: String, expected: String, code: String) {
    let text = #"{"ios2":\#(entries),"android":[{"required_version":"x"}]}"#
    #expect(Installed("1.0", ["deviceOsName": "ios"]).outcome(text, as: "princeofversions") == expected)
    #expect(read(text, as: "princeofversions", storeURL: Installed.store).codes.first == code)
  }

  @Test("A version of AppUpdater that cannot be read is passed over beside a code, and refused alone")
  func versionBesideACode() {
    let text = #"{"latestVersion":"soon","latestVersionCode":7}"#
    #expect(Installed("1.0", ["appVersionCode": "6"]).outcome(text, as: "appupdater") == "optional")
    #expect(read(text, as: "appupdater", storeURL: Installed.store).codes == ["invalidVersion"])
    #expect(read(#"{"latestVersion":"soon"}"#, format: "appupdater").refusal == .invalidVersion)
  }

  private static let phone = #"{"kind":"software","bundleId":"a","version":"4.2","trackId":1}"#
  private static let mac = #"{"kind":"mac-software","bundleId":"a","version":"5.0","trackId":2}"#
  private static let other = #"{"kind":"software","bundleId":"b","version":"9.0","trackId":3}"#

  @Test(
    "A Mac is never told to install the phone's version, nor a phone the Mac's (vorssaint-utils#590)",
    arguments: [
      ([phone], "macos", nil), ([phone], "ios", "4.2"), ([mac], "ios", nil), ([mac], "macOS", "5.0"),
      ([phone, mac], "macos", "5.0"), ([phone, mac], "ios", "4.2"), ([mac, phone], "ios", "4.2"),
      ([mac, phone], "macos", "5.0"), ([other, phone], "ios", "4.2"), ([phone, other], "ios", "4.2"),
      ([phone, mac], "", "4.2"),
    ] as [([String], String, String?)])
  func resultIsOfTheDevicesKind(results: [String], system: String, version: String?) {
    let text = #"{"resultCount":\#(results.count),"results":[\#(results.joined(separator: ","))]}"#
    var installed = Installed("1.0", ["deviceOsName": system, "appPackageName": "a"])
    #expect(installed.fetch(text, as: "itunes") == (version == nil ? "noRule" : "optional"))
    #expect(installed.explanation.decision.prompt.map { _ in "shown" } == version.map { _ in "shown" })
    let target = installed.explanation.rules.first?.rule.targetVersion?.text.string
    #expect(target == version)
  }

  @Test("A lookup of other apps is refused, and its result that cannot be read leaves out itself")
  func otherAppsAreRefused() {
    let others = #"{"results":[\#(Self.other),{"bundleId":"c","version":"1"}]}"#
    let app = Installed("1.0", ["appPackageName": "a"])
    #expect(app.outcome(others, as: "itunes") == "otherPackage")
    let broken = #"{"results":[{"version":"x"},\#(Self.phone)]}"#
    #expect(app.outcome(broken, as: "itunes") == "optional")
    #expect(read(broken, format: "itunes").codes == ["invalidVersion"])
  }

  @Test("Only the device's own result counts for an older version")
  func rollbackIsOfTheOwnResult() {
    var mac = Installed("1.0", ["deviceOsName": "macos", "appPackageName": "a"])
    #expect(mac.fetch(#"{"results":[\#(Self.phone),\#(Self.mac)]}"#, as: "itunes") == "optional")
    let older = Self.mac.replacing("5.0", with: "4.9")
    #expect(mac.fetch(#"{"results":[\#(Self.phone),\#(older)]}"#, as: "itunes") == "rollback")
  }

  @Test(
    "A release date of a store that cannot be read holds back what waits for an age",
    arguments: [
      ("itunes", #"{"results":[{"version":"2.0","trackId":1,"currentVersionReleaseDate":"soon"}]}"#),
      ("ssvc", #"{"SSVCLatestVersionKey":"2.0","SSVCLatestVersionAvailableSince":"soon"}"#),
    ])
  func unreadReleaseHoldsBack(format: String, text: String) {
    var installed = Installed("1.0")
    let rules = #"{"releasedForDays":1}"#
    #expect(installed.fetch(text, as: ExactString(format), houseRules: rules) == "noRule")
    #expect(installed.fetch(text, as: ExactString(format)) == "optional")
  }
}
