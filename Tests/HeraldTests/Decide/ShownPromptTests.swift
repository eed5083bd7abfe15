import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("What is shown")
struct ShownPromptTests {
  private func prompt(
    _ keys: String, isUpdate: Bool = true, system: String? = nil, language: String = "en"
  ) throws -> Prompt {
    let list = isUpdate ? "updates" : "messages"
    var stream = Stream()
    var properties = ["appPackageName": "a", "deviceLanguage": language]
    properties["deviceOsName"] = system
    stream.append(.launched(properties))
    let texts = #""descriptions":{"EN":{"message":"m","title":"t","imageUrl":7},"tr":"T"}"#
    let document = #"{"packageName":" a ","\#(list)":[{"id":1,\#(texts)\#(keys)}]}"#
    return try #require(try stream.ask(.fetched(document)).prompt)
  }

  @Test("A prompt has the texts of its language, under the key that the document writes")
  func promptHasTextsOfItsLanguage() throws {
    let english = try prompt("", isUpdate: false, language: "en-GB")
    #expect(english.language == "EN")
    #expect(english.texts == PromptTexts(message: "m", title: "t"))
    let turkish = try prompt("", isUpdate: false, language: "TR")
    #expect(turkish.language == "tr")
    #expect(turkish.texts == PromptTexts(message: "T"))
  }

  @Test(
    "A prompt leads to the store page on Android, else to website, package, then store page",
    arguments: [
      (
        #","targetGooglePlay":true,"targetWebsiteUrl":"https://w","targetPackageUrl":"https://p""#,
        "market://details?id=a", "https://w"
      ),
      (#","targetGooglePlay":true,"targetPackageUrl":"https://p""#, "market://details?id=a", "https://p"),
      (#","targetGooglePlay":true"#, "market://details?id=a", "market://details?id=a"),
      (#","targetGooglePlay":true,"targetPackageName":" b ""#, "market://details?id=b", "market://details?id=b"),
      (#","targetGooglePlay":true,"targetPackageName":"  ""#, "market://details?id=a", "market://details?id=a"),
      (#","targetWebsiteUrl":" https://w/é ","targetPackageUrl":"https://p""#, "https://w/%C3%A9", "https://w/%C3%A9"),
      (#","targetWebsiteUrl":"","targetPackageUrl":"https://p""#, "https://p", "https://p"),
      (#","forceExit":true"#, nil, nil),
    ] as [(String, String?, String?)])
  func promptsDestinationDependsOnThePlatform(keys: String, android: String?, elsewhere: String?) throws {
    for (system, expected) in [
      ("android", android), (" AnDroid\t", android), ("ios", elsewhere), ("android tv", elsewhere), (nil, elsewhere),
    ] as [(String?, String?)] {
      #expect(try prompt(keys, system: system).destination?.string == expected)
    }
  }

  @Test(
    "Each kind of prompt has its buttons, and some of them only with a destination",
    arguments: [
      (#","forceExit":true"#, true, [.exit]),
      (#","forceExit":true,"targetWebsiteUrl":"https://w""#, true, [.update, .exit]),
      (#","forceExit":true,"skippable":true"#, true, [.exit]),
      (#","forceUpdate":true,"skippable":true,"targetWebsiteUrl":"https://w""#, true, [.update]),
      (#","targetWebsiteUrl":"https://w""#, true, [.update, .later]),
      (#","targetWebsiteUrl":"https://w","skippable":true"#, true, [.update, .later, .skip]),
      ("", false, [.dismiss]), (#","targetWebsiteUrl":"https://w""#, false, [.open, .dismiss]),
      (#","targetWebsiteUrl":"https://w","skippable":true"#, false, [.open, .dismiss]),
    ] as [(String, Bool, [Button])])
  func kindHasItsButtons(keys: String, isUpdate: Bool, buttons: [Button]) throws {
    #expect(try prompt(keys, isUpdate: isUpdate).buttons == buttons)
  }

  @Test("A latched push is a forced update with its own URL and Herald's own texts")
  func latchedPushIsAForcedUpdate() throws {
    var stream = Stream()
    stream.append(.launched([:]))
    stream.append(.pushed(url: "itms-apps://h/é"))
    let prompt = try #require(try stream.ask(.attempted).prompt)
    #expect(prompt.rule == Prompt.pushRule)
    #expect(prompt.kind == .force)
    #expect(prompt.buttons == [.update])
    #expect(prompt.destination == "itms-apps://h/%C3%A9")
    #expect(prompt.texts == nil)
    #expect(prompt.language == nil)
  }

  @Test(
    "Only fetches, foreground returns and operations ask for a decision",
    arguments: FetchTrigger.allCases)
  func threeKindsOfEventsAskAQuestion(trigger: FetchTrigger) {
    let now = DeviceTime(moment: Timestamp(milliseconds: 7), offsetMinutes: 60)
    let ask = { (data: EventData) in Question(data, at: now, of: "/i") }
    let expected = Question(trigger: Trigger(rawValue: trigger.rawValue) ?? .operation, now: now, source: "/i")
    #expect(ask(.fetched("{}", trigger: trigger)) == expected)
    #expect(ask(.failed(trigger)) == expected)
    #expect(ask(.foregrounded()) == Question(trigger: .foreground, now: now, source: "/i"))
    #expect(ask(.foregrounded(busy: true)) == Question(trigger: .foreground, now: now, source: "/i", isBusy: true))
    #expect(ask(.attempted) == Question(trigger: .operation, now: now, source: "/i", operation: "placeOrder"))
    let silent: [EventData] = [
      .launched([:]), .appBackgrounded, .shown("p", rule: "r"), .chosen("b", of: "p"), .pushed(), .unknown,
    ]
    for data in silent { #expect(ask(data) == nil) }
  }
}
