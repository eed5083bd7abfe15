import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

/// What a rule says for itself alone, as an author asked for it (first-hour, what the author could not say).
@Suite("Quiet hours, days, holdouts and forced texts of one rule")
struct OwnTermsTests {
  private static func document(_ keys: String, root: String = "") -> String {
    #"{"packageName":"a"\#(root),"updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"*":"Please.","de":"Bitte."}\#(keys)}]}"#
  }

  /// The decision of a device of version 3.9 at a time.
  private func explanation(
    _ keys: String, root: String = "", at time: String, language: String = "en", source: ExactString = "/i/1",
    trigger: FetchTrigger = .launch
  ) throws -> Explanation {
    var stream = Stream(now: try #require(DeviceTime(rfc3339: time)), source: source)
    stream.append(
      .launched(["appPackageName": "a", "appVersionName": "3.9", "deviceLanguage": language, "deviceOsName": "linux"]))
    stream.append(.fetched(Self.document(keys, root: root), trigger: trigger))
    return Explanation(try stream.question(), in: stream.state)
  }

  private func reason(_ explanation: Explanation) -> String {
    explanation.decision.prompt.map(\.kind.rawValue) ?? explanation.rules.first?.failed?.rawValue ?? ""
  }

  @Test(
    "A rule is not shown in its own quiet hours nor in the root's, and on its weekdays alone",
    arguments: [
      // 2026-03-02 is a Monday.
      (#","quietHours":{"from":"20:00","to":"09:00"}"#, "", "2026-03-02T08:59:00.000Z", "quietHours"),
      (#","quietHours":{"from":"20:00","to":"09:00"}"#, "", "2026-03-02T09:00:00.000Z", "optional"),
      (
        #","quietHours":{"from":"12:00","to":"13:00"}"#, #","quietHours":{"from":"20:00","to":"09:00"}"#,
        "2026-03-02T08:00:00.000Z", "quietHours"
      ),
      (
        #","quietHours":{"from":"12:00","to":"13:00"}"#, #","quietHours":{"from":"20:00","to":"09:00"}"#,
        "2026-03-02T12:30:00.000Z", "quietHours"
      ),
      (#","weekdays":["mo","th"]"#, "", "2026-03-02T08:00:00.000Z", "optional"),
      (#","weekdays":["mo","th"]"#, "", "2026-03-03T08:00:00.000Z", "quietHours"),
      // It is still Sunday on the device's clock.
      (#","weekdays":["mo","th"]"#, "", "2026-03-01T23:30:00.000-08:00", "quietHours"),
      (#","weekdays":["mo","th"]"#, "", "2026-03-02T23:59:59.999+13:00", "optional"),
      (#","weekdays":["tu"],"forceUpdate":true"#, "", "2026-03-02T08:00:00.000Z", "force"),
    ])
  func ruleHasHoursAndDays(keys: String, root: String, time: String, expected: String) throws {
    #expect(reason(try explanation(keys, root: root, at: time)) == expected)
  }

  @Test("A check by hand is answered on any day and at any hour")
  func manualCheckIsAnswered() throws {
    let keys = #","weekdays":["tu"],"quietHours":{"from":"00:00","to":"23:59"}"#
    #expect(reason(try explanation(keys, at: "2026-03-02T08:00:00.000Z", trigger: .manual)) == "optional")
  }

  @Test("The comparison of the day is the leaf `weekday`, behind those of quiet hours")
  func dayIsALeaf() throws {
    let keys = #","weekdays":["th","mo"],"quietHours":{"from":"20:00","to":"09:00"}"#
    let explained = try explanation(
      keys, root: #","quietHours":{"from":"21:00","to":"07:00"}"#, at: "2026-03-03T08:00:00.000Z")
    let test = explained.rules.first?.tests.first { $0.test == .quietHours }
    #expect(
      test?.comparisons.map(\.subject) == ["time on the device's clock", "time on the device's clock", "weekday"])
    #expect(test?.comparisons.map(\.key) == [nil, "/quietHours", "/weekdays"])
    #expect(test?.comparisons.map(\.passed) == [true, false, false])
    #expect(test?.comparisons.last?.wanted == "mo, th")
  }

  @Test(
    "It is known until when a rule's days and hours hold it back",
    arguments: [
      (#","weekdays":["th"]"#, "", "2026-03-02T08:00:00.000Z", "2026-03-05T00:00:00.000Z"),
      (#","weekdays":["mo"]"#, "", "2026-03-02T08:00:00.000Z", "2026-03-03T00:00:00.000Z"),
      (#","weekdays":["mo"]"#, "", "2026-03-03T08:00:00.000+03:00", "2026-03-08T21:00:00.000Z"),
      // The day begins within quiet hours.
      (
        #","weekdays":["th"],"quietHours":{"from":"20:00","to":"09:00"}"#, "", "2026-03-02T08:00:00.000Z",
        "2026-03-05T09:00:00.000Z"
      ),
      (
        #","weekdays":["th"]"#, #","quietHours":{"from":"20:00","to":"09:00"}"#, "2026-03-02T08:00:00.000Z",
        "2026-03-05T09:00:00.000Z"
      ),
      // The rule is released on a Friday.
      (
        #","weekdays":["mo"],"displayAfterDate":"2026-03-06T12:00Z""#, "", "2026-03-02T08:00:00.000Z",
        "2026-03-09T00:00:00.000Z"
      ),
    ])
  func untilIsKnown(keys: String, root: String, time: String, expected: String) throws {
    #expect(try explanation(keys, root: root, at: time).until?.description == expected)
  }

  @Test("A rule's holdout has a draw of its own, beside the root's, and a deadline ends both")
  func ruleHasAHoldout() throws {
    let (own, root) = (#","holdout":{"id":"one","percent":50}"#, #","holdout":{"id":"all","percent":50}"#)
    for number in 0..<40 {
      let source = ExactString("/i/\(number)")
      let isIn = [Draw.holdout(id: "one"), .holdout(id: "all")].map { $0.number(of: source) >= 5_000 }
      let alone = reason(try explanation(own, at: "2026-03-02T08:00:00.000Z", source: source))
      let both = reason(try explanation(own, root: root, at: "2026-03-02T08:00:00.000Z", source: source))
      let warned = #","deadline":{"at":"2026-12-01"}"#
      #expect(alone == (isIn[0] ? "optional" : "holdout"))
      #expect(both == (isIn[0] && isIn[1] ? "optional" : "holdout"))
      #expect(
        reason(try explanation(own + warned, root: root, at: "2026-03-02T08:00:00.000Z", source: source)) == "optional")
    }
  }

  @Test(
    "A text of the forced phase is shown where a deadline or a change of version forced the rule, else the usual one",
    arguments: [
      (#","deadline":{"at":"2026-03-03"}"#, "en", "Please.", "*"),
      (#","deadline":{"at":"2026-03-01"}"#, "en", "Now.", "*"),
      (#","deadline":{"at":"2026-03-01"}"#, "fr", "Maintenant.", "fr"),
      (#","deadline":{"at":"2026-03-01","becomes":"exit"}"#, "de", "Now.", "*"),
      (#","forceUpdateTypes":["major"]"#, "en", "Now.", "*"), (#","forceUpdateTypes":["minor"]"#, "en", "Please.", "*"),
      (#","forceUpdate":true"#, "en", "Please.", "*"),
      (
        #","deadline":{"at":"2026-03-01"},"variants":[{"id":"v","weight":1,"descriptions":{"*":"Variant."}}]"#, "en",
        "Now.", "*"
      ),
    ])
  func forcedPhaseHasTexts(keys: String, language: String, message: String, key: ExactString) throws {
    let forced = #","forcedDescriptions":{"*":{"message":"Now."},"fr":"Maintenant."}"#
    let prompt = try explanation(keys + forced, at: "2026-03-02T08:00:00.000Z", language: language).decision.prompt
    #expect(prompt?.message == message)
    #expect(prompt?.language == key)
  }

  @Test("A language that the forced phase lacks has the usual text")
  func forcedPhaseFallsBack() throws {
    let keys = #","deadline":{"at":"2026-03-01"},"forcedDescriptions":{"fr":"Maintenant."}"#
    #expect(try explanation(keys, at: "2026-03-02T08:00:00.000Z", language: "de").decision.prompt?.message == "Bitte.")
  }

  @Test(
    "A device is forced where the forced phase alone has a text in its language",
    arguments: [("2026-03-03", "text"), ("2026-03-01", "force")])
  func forcedPhaseAloneHasAText(deadline: String, expected: String) throws {
    let document =
      #"{"packageName":"a","updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"de":"Bitte."},"forcedDescriptions":{"fr":"Maintenant."},"deadline":{"at":"\#(deadline)"}}]}"#
    var stream = Stream(now: try #require(DeviceTime(rfc3339: "2026-03-02T08:00:00.000Z")))
    stream.append(.launched(["appPackageName": "a", "appVersionName": "3.9", "deviceLanguage": "fr"]))
    stream.append(.fetched(document))
    #expect(reason(Explanation(try stream.question(), in: stream.state)) == expected)
  }

  @Test(
    "Placeholders have the values of the moment, and a date in the text's language",
    arguments: [
      ("Update to {version} until {deadline}.", "*", "Update to 4.0 until 2026-03-15."),
      ("Update to {version} until {deadline}.", "en-GB", "Update to 4.0 until 15 March 2026."),
      ("Noch {days} Tage, bis {deadline}.", "de", "Noch 13 Tage, bis 15. März 2026."),
      ("{deadline}", "tr", "15 Mart 2026"), ("{deadline}", "fr", "15 mars 2026"),
      ("{deadline}", "es", "15 de marzo de 2026"), ("{deadline}", "ja", "2026年3月15日"),
      ("{deadline}", "zh-Hant", "2026年3月15日"), ("{deadline}", "ko", "2026년 3월 15일"),
      ("{deadline}", "ar", "15 مارس 2026"), ("{deadline}", "pt", "2026-03-15"),
      ("You have {installed}{nothing}.", "*", "You have 3.9{nothing}."), ("{{days}}", "*", "{13}"),
    ])
  func placeholdersAreFilled(text: String, language: String, expected: String) throws {
    let texts = #","deadline":{"at":"2026-03-15T18:00"},"variants":[{"id":"v","weight":1,"descriptions":{"#
    let keys = texts + #""\#(language)":{"message":"\#(text)","title":"\#(text)"}}}]"#
    let prompt = try explanation(
      keys, at: "2026-03-02T19:00:00.000+01:00", language: language == "*" ? "xx" : language
    ).decision.prompt
    #expect(prompt?.message == expected)
    #expect(prompt?.title == expected)
    #expect(prompt?.texts?.message == text)
  }

  @Test("A placeholder without a value is empty, and a deadline that has passed leaves no days")
  func placeholdersWithoutAValue() throws {
    func message(_ keys: String, _ text: String) throws -> String? {
      let keys = keys + #","variants":[{"id":"v","weight":1,"descriptions":{"*":"\#(text)"}}]"#
      return try explanation(keys, at: "2026-03-02T08:00:00.000Z").decision.prompt?.message
    }
    #expect(try message("", "until {deadline}!") == "until !")
    #expect(try message(#","deadline":{"at":"2026-02-01"}"#, "{days} days") == "0 days")
  }

  @Test(
    "An address of a store opens on the systems of that store",
    arguments: [
      ("snap:shop", ["linux"]), ("appstream:com.example.shop", ["linux"]), ("flatpak:com.example.shop", ["linux"]),
      ("ms-windows-store://pdp/?ProductId=1", ["windows"]), ("market://details?id=a", ["android"]),
      ("itms-apps://apps.apple.com/app/id1", ["ios", "macos"]),
      ("https://example.com/app", ["linux", "windows", "android", "ios", "macos"]),
    ])
  func storesOpenOnTheirSystems(url: String, systems: [String]) throws {
    let read = try #require(Destination.read(url))
    let opening = ["linux", "windows", "android", "ios", "macos"].filter { !Destination.leadsNowhere(read, on: $0) }
    #expect(opening == systems)
    #expect(!Destination.leadsNowhere(read, on: "a system of another name"))
    #expect(!Destination.leadsNowhere(read, on: nil))
  }
}
