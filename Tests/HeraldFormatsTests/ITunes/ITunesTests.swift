import Herald
import HeraldFormats
import Testing

@Suite("The App Store lookup")
struct ITunesTests {
  private func lookup(_ version: String, _ keys: String = #","trackId":1"#) -> String {
    #"{"resultCount":1,"results":[{"version":"\#(version)"\#(keys)}]}"#
  }

  @Test(
    "An App Store lookup offers a higher version, and neither offers nor updates pre-releases",
    arguments: [
      ("1.0", "1.0.1", "optional"), ("9.0", "10.0", "optional"), ("1.0", "1.0.0", "noRule"), ("2.0", "1.9", "noRule"),
      ("1.0-beta", "1.0", "noRule"), ("1.0", "1.1-beta", "noRule"), ("1.0+7", "1.1", "optional"),
      ("one", "1.1", "noRule"), ("", "1.1", "noRule"),
    ])
  func lookupOffersAHigherVersion(installed: String, store: String, expected: String) {
    #expect(Installed(installed).outcome(lookup(store), as: "itunes") == expected)
  }

  @Test(
    "An App Store lookup is refused where the app is not in the store, or the answer has another shape",
    arguments: [
      ("{}", "notInStore"), (#"{"results":null}"#, "notInStore"), (#"{"results":[]}"#, "notInStore"),
      (#"{"resultCount":0,"results":[{"version":"2.0"}]}"#, "notInStore"),
      (#"{"resultCount":0.0,"results":7}"#, "notInStore"), (#"{"errorMessage":"x"}"#, "notInStore"),
      (#"{"resultCount":1,"results":{}}"#, "invalidDocument"), (#"{"results":"x"}"#, "invalidDocument"),
      (#"{"results":[7]}"#, "invalidDocument"), (#"{"results":[null]}"#, "invalidDocument"),
      (#"{"results":[[]]}"#, "invalidDocument"), ("[]", "invalidDocument"), ("null", "invalidDocument"),
      (#"{"results":[{}]}"#, "invalidVersion"), (#"{"results":[{"version":2.0}]}"#, "invalidVersion"),
      (#"{"results":[{"version":"v2"}]}"#, "invalidVersion"), ("<html></html>", "invalidJSON"),
    ])
  func lookupOfAMissingAppIsRefused(text: String, reason: String) {
    #expect(Installed().outcome(text, as: "itunes") == reason)
    #expect(read(text, format: "itunes").diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "An App Store lookup's update needs its minimum system, where the store and the device name one",
    arguments: [
      (#""12.0""#, "11.4", "filters"), (#""12.0""#, "12", nil), (#""12.0""#, "13.1", nil), (#""9.0""#, "10.0", nil),
      (#""12.0""#, nil, nil), (#""12.0""#, "", nil), (#""12.0""#, "twelve", nil), (#""twelve""#, "11", "filters"),
      (#""12.0,99""#, "11", "filters"), ("15.0", "11", "filters"), ("[15]", "11", "filters"), ("null", "11", nil),
      (#"" 12.0 ""#, "11", "filters"),
    ] as [(String, String?, String?)])
  func lookupAsksForTheMinimumSystem(minimum: String, device: String?, failed: String?) throws {
    var installed = Installed("1.0", device.map { ["deviceOsVersion": $0] } ?? [:])
    _ = installed.fetch(lookup("2.0", #","trackId":1,"minimumOsVersion":\#(minimum)"#), as: "itunes")
    #expect(installed.explanation.rules.first?.failed?.rawValue == failed)
    guard failed != nil else { return }
    let compared = try #require(try installed.comparisons(.filters, of: "update:itunes").first)
    #expect(compared.subject == "deviceOsVersion")
    #expect(compared.found == device)
    #expect(!compared.passed)
    let place = installed.explanation.rules.first?.rule.source.keys[compared.key ?? ""]
    #expect(place?.pointer == "/results/0/minimumOsVersion")
  }

  @Test(
    "An App Store lookup leads to the app's page, else to its number, else to the fetch's store page",
    arguments: [
      (#","trackViewUrl":"https://apps.apple.com/app/é","trackId":1"#, "https://apps.apple.com/app/%C3%A9"),
      (#","trackViewUrl":"apps.apple.com","trackId":123"#, "itms-apps://itunes.apple.com/app/id123"),
      (#","trackViewUrl":7,"trackId":"123""#, "itms-apps://itunes.apple.com/app/id123"),
      (#","trackId":12345678901234567890"#, "itms-apps://itunes.apple.com/app/id12345678901234567890"),
      (#","trackId":1.23e2"#, "itms-apps://itunes.apple.com/app/id123"),
      (#","trackId":" ""#, "https://store.example.com/app"), (#","trackId":[1]"#, "https://store.example.com/app"),
      ("", "https://store.example.com/app"),
    ])
  func lookupLeadsToTheAppsPage(keys: String, url: String) {
    var installed = Installed()
    #expect(installed.fetch(lookup("2.0", keys), as: "itunes") == "optional")
    #expect(installed.prompt?.destination?.string == url)
  }

  @Test("An App Store lookup that leads nowhere has no rule, but still an order")
  func lookupWithoutADestinationHasNoRule() throws {
    let document = read(lookup("2.0", ""), format: "itunes")
    #expect(try document.policy().rules.isEmpty)
    #expect(try document.policy().order != nil)
    #expect(document.codes == ["noUrl"])
  }

  @Test(
    "An App Store lookup is refused in every app but the one that it names, where it names one",
    arguments: [
      (#""com.example.app""#, "optional"), (#"" com.example.app ""#, "optional"),
      (#""com.example.other""#, "otherPackage"),
      (#""""#, "optional"), (#"" ""#, "optional"), ("7", "optional"), ("null", "optional"),
    ])
  func lookupIsForTheAppThatItNames(written: String, expected: String) {
    let installed = Installed("1.0", ["appPackageName": "com.example.app"])
    #expect(installed.outcome(lookup("2.0", #","trackId":1,"bundleId":\#(written)"#), as: "itunes") == expected)
  }

  @Test("An App Store lookup's release notes say what is new, beside Herald's own message")
  func releaseNotesSayWhatIsNew() throws {
    var installed = Installed("1.0", ["deviceLanguage": "fr-CA"])
    #expect(installed.fetch(lookup("2.0", #","trackId":1,"releaseNotes":"Fixes.""#), as: "itunes") == "optional")
    let prompt = try #require(installed.prompt)
    #expect(prompt.language == nil)
    #expect(prompt.whatIsNew == "Fixes.")
    #expect(prompt.title == "Mise à jour disponible")
  }

  @Test(
    "An App Store lookup's text may name a minimum version in upgrader's form, below which the update is forced",
    arguments: [
      ("[:mav: 1.5]", "force"), ("New! [:MAV:1.5] More.", "force"), ("[Minimum supported app version: 1.5]", "force"),
      ("[minimum SUPPORTED app Version:1.5 ]", "force"), ("[:mav: soon] [:mav: 1.5]", "force"),
      ("[[:mav: 1.5]", "force"), ("[:mav: 1.0]", "optional"), ("[:mav: 0.9]", "optional"), ("[:mav: soon]", "optional"),
      ("[:mav: 1.5", "optional"), ("[:mav 1.5]", "optional"), ("[:mav: 1.5-beta]", "optional"), ("", "optional"),
    ])
  func textNamesAMinimumVersion(text: String, expected: String) {
    let document = lookup("2.0", #","trackId":1,"description":"\#(text)""#)
    #expect(Installed("1.0").outcome(document, as: "itunes") == expected)
  }

  @Test("An App Store lookup's minimum version does not force what the device's system cannot run")
  func minimumVersionNeedsTheMinimumSystem() throws {
    let keys = #","trackId":1,"minimumOsVersion":"15.0","description":"[:mav: 1.5]""#
    #expect(Installed("1.0", ["deviceOsVersion": "15.0"]).outcome(lookup("2.0", keys), as: "itunes") == "force")
    #expect(Installed("1.0", ["deviceOsVersion": "14.8"]).outcome(lookup("2.0", keys), as: "itunes") == "noRule")
    let rules = try read(lookup("2.0", keys), format: "itunes").policy().rules
    #expect(rules.map(\.id) == ["update:itunes-minimum", "update:itunes"])
    #expect(rules.map(\.targetVersion?.text) == ["2.0", "2.0"])
    #expect(rules.first?.source.keys["/version"]?.pointer == "/results/0/description")
  }

  @Test(
    "An App Store lookup's release date is kept, and a bad one is found",
    arguments: [
      (#""2026-01-05T08:00:00Z""#, "2026-01-05T08:00:00Z", []), ("null", nil, []), (#""soon""#, nil, ["invalidDate"]),
      ("7", nil, ["invalidDate"]),
    ] as [(String, String?, [String])])
  func releaseDateIsKept(written: String, expected: String?, codes: [String]) throws {
    let document = read(lookup("2.0", #","trackId":1,"currentVersionReleaseDate":\#(written)"#), format: "itunes")
    #expect(try document.policy().rules.first?.releasedAt?.text == expected)
    #expect(document.codes == codes)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("An App Store lookup with a version below an accepted one is refused, since the store's caches lag")
  func lowerVersionIsARollback() {
    var installed = Installed()
    #expect(installed.fetch(lookup("2.0"), as: "itunes") == "optional")
    #expect(installed.fetch(lookup("1.9"), as: "itunes") == "rollback")
    #expect(installed.fetch("<p>Version 1.9</p>", as: "storepage") == "optional")
    #expect(installed.fetch(lookup("2.0-rc"), as: "itunes") == "rollback")
    #expect(installed.fetch(lookup("2"), as: "itunes") == "optional")
    #expect(installed.fetch(lookup("10"), as: "itunes") == "optional")
  }

  @Test("An App Store lookup that is accepted before the first launch does not make a later one a rollback")
  func lookupBeforeLaunchDoesNotCount() {
    var installed = Installed.unlaunched
    #expect(installed.fetch(lookup("5.0"), as: "itunes") == "notLaunched")
    installed.launch(["appVersionName": "1.0"])
    #expect(installed.fetch(lookup("2.0"), as: "itunes") == "optional")
    #expect(installed.fetch(lookup("1.5"), as: "itunes") == "rollback")
  }
}
