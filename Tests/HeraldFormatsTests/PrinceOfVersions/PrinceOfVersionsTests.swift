import Herald
import HeraldFormats
import Testing

@Suite("The configuration of Prince of Versions")
struct PrinceOfVersionsTests {
  private func outcome(_ text: String, version: String = "1.0", _ properties: [String: String] = [:]) -> String {
    let device = ["deviceOsName": "ios"].merging(properties) { $1 }
    return Installed(version, device).outcome(text, as: "princeofversions")
  }

  @Test(
    "A required version forces, and a latest one is offered",
    arguments: [("1.0", "force"), ("1.4.9", "force"), ("1.5", "optional"), ("2.0", "noRule"), ("one", "noRule")])
  func requiredVersionForces(installed: String, expected: String) {
    let text = #"{"ios2":[{"required_version":"1.5","last_version_available":"2.0"}]}"#
    #expect(outcome(text, version: installed) == expected)
    #expect(outcome(text.replacing("last_version_available", with: "latest_version"), version: installed) == expected)
  }

  @Test(
    "A number is compared with the version code",
    arguments: [("122", "force"), ("123", "optional"), ("244", "optional"), ("245", "noRule"), (nil, "noRule")]
      as [(String?, String)])
  func numberIsComparedWithTheCode(code: String?, expected: String) {
    var device = ["deviceOsName": "android"]
    device["appVersionCode"] = code
    let text = #"{"android":{"required_version":123,"last_version_available":245}}"#
    #expect(Installed("9.9", device).outcome(text, as: "princeofversions") == expected)
  }

  @Test(
    "A device has the entries of its system, of the newer key where there is one",
    arguments: [
      ("ios", "force"), ("iPadOS", "force"), ("tvos", "force"), ("watchos", "force"), ("android", "noRule"),
      ("macos", "optional"), ("windows", "noRule"), ("", "noRule"),
    ])
  func deviceHasTheEntriesOfItsSystem(system: String, expected: String) {
    let text =
      #"{"ios":[],"ios2":[{"required_version":"2"}],"macos":[{"latest_version":"2"}],"android2":[],"android":[{"required_version":"2"}]}"#
    #expect(outcome(text, ["deviceOsName": system]) == expected)
  }

  @Test("A device's decision looks at the rules of its system alone, also after its properties changed")
  func rulesOfOtherSystemsAreNotLookedAt() throws {
    let text = #"{"ios":[{"required_version":"2"}],"android":[{"required_version":"0.5"}]}"#
    var installed = Installed("1.0", ["deviceOsName": "ios"])
    #expect(installed.fetch(text, as: "princeofversions") == "force")
    #expect(installed.explanation.rules.map(\.rule.id) == ["update:pov-0-required"])
    installed.launch(["deviceOsName": "android", "appVersionName": "1.0"])
    #expect(installed.explanation.rules.map(\.failed) == [.version])
    installed.launch(["deviceOsName": "linux", "appVersionName": "1.0"])
    #expect(installed.explanation.rules.isEmpty)
    #expect(try read(text, as: "princeofversions", storeURL: Installed.store).policy().rules.count == 2)
  }

  @Test(
    "The first entry whose requirements a device meets is the last one that is looked at",
    arguments: [
      ("16.0", "gold", "force"), ("15.9", "gold", "optional"), ("16.0", "silver", "optional"),
      ("14.0", "silver", "noRule"),
    ])
  func firstEntryThatFitsIsTheLast(system: String, tier: String, expected: String) {
    let text = """
      {"ios2":[{"required_version":"2","requirements":{"required_os_version":"16.0","tier":"gold"}},
      {"last_version_available":"2","requirements":{"required_os_version":"15"}},
      {"requirements":{"required_os_version":"14"}},{"required_version":"9"}]}
      """
    #expect(outcome(text, ["deviceOsVersion": system, "tier": tier]) == expected)
  }

  @Test("An entry that fits ends the search although nothing of it is shown")
  func entryThatFitsEndsTheSearch() throws {
    let text = #"{"ios2":[{"required_version":"0.5"},{"required_version":"9"}]}"#
    var installed = Installed("1.0", ["deviceOsName": "ios"])
    #expect(installed.fetch(text, as: "princeofversions") == "noRule")
    #expect(installed.explanation.rules.map(\.rule.id) == ["update:pov-0-required"])
  }

  @Test(
    "A requirement equals the property as text, without a filter's operators",
    arguments: [
      (#""gold""#, "gold", "force"), (#""gold""#, "Gold", "noRule"), (#""*""#, "gold", "noRule"),
      (#""*""#, "*", "force"),
      ("2.10", "2.10", "force"), ("2.10", "2.1", "noRule"), ("true", "true", "force"), ("[1]", "1", "noRule"),
      ("null", "gold", "force"),
    ])
  func requirementEqualsTheProperty(written: String, tier: String, expected: String) {
    let text = #"{"ios2":{"required_version":"2","requirements":{"tier":\#(written)}}}"#
    #expect(outcome(text, ["tier": tier]) == expected)
  }

  @Test("A required system that is a number is the level of the interfaces")
  func systemAsANumberIsALevel() {
    let text = #"{"android2":[{"required_version":"2","requirements":{"required_os_version":21}}]}"#
    #expect(outcome(text, ["deviceOsName": "android", "deviceApiLevel": "21"]) == "force")
    #expect(outcome(text, ["deviceOsName": "android", "deviceApiLevel": "20"]) == "noRule")
    #expect(outcome(text, ["deviceOsName": "android", "deviceOsVersion": "21"]) == "noRule")
  }

  @Test("An update with the notification type ONCE is shown one time")
  func onceIsShownOnce() {
    for (frequency, expected) in [("ONCE", "noRule"), ("ALWAYS", "optional"), ("never", "optional")] {
      let text = #"{"ios":{"last_version_available":"2","notify_last_version_frequency":"\#(frequency)"}}"#
      var installed = Installed("1.0", ["deviceOsName": "ios"])
      #expect(installed.fetch(text, as: "princeofversions") == "optional")
      installed.answer("later")
      #expect(installed.fetch(text, as: "princeofversions") == expected)
    }
  }

  @Test("The older shape is read where an object has none of the newer keys")
  func olderShapeIsRead() throws {
    let text = #"{"ios":{"minimum_version":"1.5","optional_update":{"version":"2.0","notification_type":"ONCE"}}}"#
    #expect(outcome(text) == "force")
    #expect(outcome(text, version: "1.6") == "optional")
    let mixed = #"{"ios":{"minimum_version":"1.5","latest_version":"3.0"}}"#
    #expect(outcome(mixed) == "optional")
    let rule = try #require(try read(text, as: "princeofversions", storeURL: Installed.store).policy().rules.last)
    #expect(rule.id == "update:pov-0-2.0")
    #expect(rule.maxDisplayCount == 1)
  }

  @Test("Each rule's target is its own version, and what the document says besides is kept")
  func targetsAndMetaAreKept() throws {
    let text =
      #"{"android":[{"required_version":12,"last_version_available":"2.0","meta":{"b":1,"a":"x"}}],"meta":{"c":1}}"#
    let rules = try read(text, as: "princeofversions", storeURL: Installed.store).policy().rules
    #expect(rules.map(\.targetVersionCode) == [12, nil])
    #expect(rules.map(\.targetVersion?.text) == [nil, "2.0"])
    #expect(rules.allSatisfy { $0.remarks == [Rule.Remark(key: "meta", text: #"{"a":"x","b":1}"#)] })
  }

  @Test(
    "A configuration without a system, or with a version that is none, is refused",
    arguments: [
      ("{}", "invalidDocument"), (#"{"windows":[]}"#, "invalidDocument"), (#"{"ios":null}"#, "invalidDocument"),
      (#"{"ios":7}"#, "invalidDocument"), (#"{"ios":[7]}"#, "noVersion"),
      (#"{"ios":[{"required_version":true}]}"#, "noVersion"),
      (#"{"ios":[{"required_version":1.5}]}"#, "noVersion"),
      (#"{"ios":[{"requirements":7}]}"#, "noVersion"), (#"{"ios":{"optional_update":7}}"#, "noVersion"),
      (#"{"ios":[{"required_version":"one"}]}"#, "noVersion"),
      (#"{"ios":[{"latest_version":"v2"}]}"#, "noVersion"), ("[]", "invalidDocument"),
    ])
  func brokenConfigurationIsRefused(text: String, reason: String) {
    #expect(outcome(text) == reason)
    #expect(read(text, format: "princeofversions").diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "An API level where a version is compared, or the other way round, is found, and its fix makes the finding go",
    arguments: [
      ("android2", #""34""#, "34", "write the number 34, without quotes"),
      ("android", "14", #""14""#, #"write the text "14" if the version of Android is meant"#),
      ("android2", "12.0", #""12.0""#, #"write the text "12.0" if the version of Android is meant"#),
      ("ios2", "16", #""16""#, #"write the text "16""#), ("macos2", "14.2", #""14.2""#, #"write the text "14.2""#),
    ])
  func apiLevelOrVersion(system: String, written: String, mended: String, fix: String) throws {
    func findings(_ bound: String) -> [Diagnostic] {
      read(
        #"{"\#(system)":[{"required_version":"2.0","requirements":{"required_os_version":\#(bound)}}]}"#,
        as: "princeofversions", storeURL: "https://store.example.com/"
      ).diagnostics
    }
    let finding = try #require(findings(written).first)
    #expect(finding.code.name == "apiLevelOrVersion")
    #expect(finding.place?.pointer.hasSuffix("/requirements/required_os_version") == true)
    #expect(finding.fix == fix)
    #expect(findings(mended).isEmpty)
  }

  @Test(
    "A Mac reads its entries whatever its system is called", arguments: ["macos", "macOS", "osx", "OS X", "macosx"])
  func namesOfMacs(name: String) {
    let text = #"{"macos":[{"required_version":"2.0"}],"ios":[]}"#
    #expect(Installed("1.0", ["deviceOsName": name]).outcome(text, as: "princeofversions") == "force")
    #expect(Installed("1.0", ["deviceOsName": "ios"]).outcome(text, as: "princeofversions") == "noRule")
  }
}
