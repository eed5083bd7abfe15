import Herald
import HeraldFormats
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

  @Test("the texts are those of the language, its key as the document writes it")
  func texts() throws {
    let english = try prompt("", isUpdate: false, language: "en-GB")
    #expect(english.language == "EN" && english.texts == PromptTexts(message: "m", title: "t"))
    let turkish = try prompt("", isUpdate: false, language: "TR")
    #expect(turkish.language == "tr" && turkish.texts == PromptTexts(message: "T"))
  }

  @Test(
    "the destination is the store page on Android, else the website, the package, and the store page again",
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
  func destination(keys: String, android: String?, elsewhere: String?) throws {
    for (system, expected) in [
      ("android", android), (" AnDroid\t", android), ("ios", elsewhere), ("android tv", elsewhere), (nil, elsewhere),
    ] as [(String?, String?)] {
      #expect(try prompt(keys, system: system).destination?.string == expected)
    }
  }

  @Test(
    "a kind has its buttons, and some only with a destination",
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
  func buttons(keys: String, isUpdate: Bool, buttons: [Button]) throws {
    #expect(try prompt(keys, isUpdate: isUpdate).buttons == buttons)
  }

  @Test("a latched push is a forced update with its own URL and Herald's own texts")
  func push() throws {
    var stream = Stream()
    stream.append(.launched([:]))
    stream.append(.pushed(url: "itms-apps://h/é"))
    let prompt = try #require(try stream.ask(.attempted).prompt)
    #expect(prompt.rule == Prompt.pushRule && prompt.kind == .force && prompt.buttons == [.update])
    #expect(prompt.destination == "itms-apps://h/%C3%A9" && prompt.texts == nil && prompt.language == nil)
  }

  @Test(
    "the events that ask are fetches, foreground returns and operations",
    arguments: FetchTrigger.allCases)
  func questions(trigger: FetchTrigger) {
    let now = DeviceTime(moment: Timestamp(milliseconds: 7), offsetMinutes: 60)
    let ask = { (data: EventData) in Question(data, at: now, of: "/i") }
    let expected = Question(trigger: Trigger(rawValue: trigger.rawValue) ?? .operation, now: now, source: "/i")
    #expect(ask(.fetched("{}", trigger: trigger)) == expected && ask(.failed(trigger)) == expected)
    #expect(ask(.foregrounded()) == Question(trigger: .foreground, now: now, source: "/i"))
    #expect(ask(.foregrounded(busy: true)) == Question(trigger: .foreground, now: now, source: "/i", isBusy: true))
    #expect(ask(.attempted) == Question(trigger: .operation, now: now, source: "/i"))
    let silent: [EventData] = [
      .launched([:]), .appBackgrounded, .shown("p", rule: "r"), .chosen("b", of: "p"), .pushed(), .unknown,
    ]
    for data in silent { #expect(ask(data) == nil) }
  }
}
