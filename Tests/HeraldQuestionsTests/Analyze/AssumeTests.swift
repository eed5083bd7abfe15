import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Devices that an analysis leaves out")
struct AssumeTests {
  private static func rules(_ updates: [String], assuming assumption: DeviceAssumption?) throws -> AnalyzeAnswer {
    var question = AnalyzeQuestion(AgainstTests.document(updates), named: "p.json")
    question.assumption = assumption
    return try question.answer()
  }

  private static func file(_ text: String) throws -> DeviceAssumption {
    try DeviceAssumption(text, named: "assume.json")
  }

  @Test(
    "A rule for devices that nobody has is never shown to usual ones",
    arguments: [
      #"{"deviceModel":"iPhone*","deviceOsName":"android"}"#, #"{"deviceModel":"iPad*","deviceOsName":"macos"}"#,
      #"{"deviceModel":"SM-*","deviceOsName":"!android,!''"}"#, #"{"appVersionName":"''"}"#,
      #"{"appVersionName":"v*"}"#,
      #"{"deviceOsVersion":"!>=0,!<0,!''"}"#,
    ])
  func unusual(_ filters: String) throws {
    let update = AnalyzeTests.update("1", #""filters":\#(filters)"#)
    #expect(AnalyzeTests.verdicts(try Self.rules([update], assuming: nil)) == ["shown"])
    let usual = try Self.rules([update], assuming: .usual)
    #expect(AnalyzeTests.verdicts(usual) == ["contradiction"])
    #expect(usual.words.contains("never shown (of usual devices): "), "\(usual.words)")
  }

  @Test(
    "A rule for devices that people have is shown to a usual one",
    arguments: [
      #"{"deviceModel":"iPad*","deviceOsName":"ios"}"#, #"{"deviceModel":"Pixel*","deviceOsName":"''"}"#,
      #"{"deviceModel":"moto*","deviceOsName":"windows"}"#, #"{"deviceOsName":"tvos"}"#, #"{"deviceModel":"SM-*"}"#,
      #"{"appVersionName":"3.*"}"#, #"{"appVersionName":"!<4"}"#, #"{"deviceOsVersion":"''"}"#, "{}",
    ])
  func usual(_ filters: String) throws {
    let answer = try Self.rules([AnalyzeTests.update("1", #""filters":\#(filters)"#)], assuming: .usual)
    #expect(AnalyzeTests.verdicts(answer) == ["shown"])
    let witness = try #require(answer.rules.first?.witness)
    #expect(witness.profile.flaw == nil, "\(witness.device)")
  }

  @Test(
    "An impossible device is only where no other is, and is called so with the reason",
    arguments: [
      (#"{"deviceModel":"iPhone*","deviceOsName":"android,windows"}"#, "because its system does not fit its model"),
      (#"{"appVersionName":"v2"}"#, "because its `appVersionName` is not a version"),
      (#"{"appVersionName":"''"}"#, "because it says no version"),
      (#"{"deviceModel":"iPhone*","deviceOsName":"android,ios"}"#, nil), (#"{"appVersionName":"v2,3.*"}"#, nil),
      (#"{"deviceOsName":"tvos"}"#, nil), (#"{"deviceOsName":"watchos","deviceModel":"!watch*"}"#, nil),
    ] as [(String, String?)])
  func impossible(_ filters: String, _ why: String?) throws {
    let answer = try Self.rules([AnalyzeTests.update("1", #""filters":\#(filters)"#)], assuming: nil)
    let device = try #require(answer.rules.first?.witness?.device)
    #expect(device.contains("not a usual device") == (why != nil), "\(device)")
    if let why { #expect(answer.words.contains(why), "\(device)") }
  }

  @Test("A rule is covered where the devices that others leave are not assumed")
  func covered() throws {
    let updates = [
      AnalyzeTests.update("1", #""filters":{"deviceOsName":"ios"}"#),
      AnalyzeTests.update("2", #""filters":{"deviceOsName":"android"}"#), AnalyzeTests.update("3"),
    ]
    #expect(AnalyzeTests.verdicts(try Self.rules(updates, assuming: nil)) == ["shown", "shown", "shown"])
    let assumed = try Self.rules(updates, assuming: Self.file(#"{"deviceOsName":"ios, android"}"#))
    #expect(AnalyzeTests.verdicts(assumed) == ["shown", "shown", "covered by update:1, update:2"])
    #expect(assumed.words.contains("(of devices as in assume.json)"))
  }

  @Test("Of several objects of filters a device has to meet one")
  func alternatives() throws {
    let updates = ["ios", "android", "macos"].map {
      AnalyzeTests.update($0, #""filters":{"deviceOsName":"\#($0)"}"#)
    }
    let either = try Self.file(
      #"[{"deviceOsName":"ios","deviceLanguage":"de*"},{"deviceOsName":"ios,android","x-beta":"1"}]"#)
    let answer = try Self.rules(updates, assuming: either)
    #expect(AnalyzeTests.verdicts(answer) == ["shown", "shown", "contradiction"])
    for rule in answer.rules.prefix(2) {
      let profile = try #require(rule.witness?.profile)
      let isGerman = profile[.deviceLanguage]?.string.hasPrefix("de") ?? false
      #expect(profile["x-beta"] == "1" || isGerman && profile[.deviceOsName] == "ios")
    }
  }

  @Test("A change for devices that are not assumed is none")
  func against() throws {
    let (before, after) = (
      AnalyzeTests.update("1", #""filters":{"deviceOsName":"ios"}"#),
      AnalyzeTests.update("1", #""filters":{"deviceOsName":"ios,linux"}"#)
    )
    var question = AgainstQuestion(
      AgainstTests.document([after]), named: "p.json", against: AgainstTests.document([before]), named: "old.json")
    question.assumption = try Self.file(#"{"deviceOsName":"!linux"}"#)
    let answer = try question.answer()
    #expect(AgainstTests.verdicts(answer) == ["holds", "holds", "holds", "holds"])
    #expect(answer.json.hasSuffix(#""changes":0,"assume":"assume.json"}}"# + "\n"))
    question.assumption = .usual
    #expect(AgainstTests.changes(try question.answer()) == ["nothing to optional by kind"])
  }

  @Test("The class of a change leaves out what is assumed of every device")
  func classes() throws {
    let update = AnalyzeTests.update(
      "1",
      #""filters":{"deviceModel":"!moto*","deviceOsName":"ios","appVersionName":"<4.0"},"triggers":["launch","login","schedule","manual","foreground","operation"]"#
    )
    var question = AgainstQuestion(
      AgainstTests.document([update]), named: "p.json", against: AgainstTests.document([]), named: "old.json")
    question.assumption = .usual
    let answer = try question.answer()
    #expect(answer.changes.map(\.devices) == ["iOS below 4.0, deviceModel not moto*"])
  }

  @Test("A promise is about the devices that are assumed, and a force still has to end with a later version")
  func promises() throws {
    let update = AnalyzeTests.update("1", #""forceUpdate":true,"filters":{"appVersionName":"<4.0"}"#)
    let text = #"[{"every":{},"is":"forced"},{"every":{},"canLeave":"force"}]"#
    var question = PromisesQuestion(
      AgainstTests.document([update]), named: "p.json", try PromiseFile(text, named: "promises.json").promises,
      named: "promises.json")
    #expect(try question.answer().promises.map(\.verdict.word) == ["doesNotHold", "holds"])
    question.assumption = try Self.file(#"{"appVersionName":"<3.0"}"#)
    let answer = try question.answer()
    #expect(answer.promises.map(\.verdict.word) == ["holds", "holds"])
    #expect(answer.words.contains("2 of 2 promises hold (of devices as in assume.json)"))
  }

  @Test("Each log of a random document is of a usual device, and no rule is shown that never was", arguments: [31, 32])
  func laws(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var shown = 0
    for _ in 0..<6 {
      let document = AnalyzeLawTests.randomDocument(&random)
      var question = AnalyzeQuestion(document, named: "p.json")
      let all = AnalyzeTests.verdicts(try question.answer())
      question.assumption = .usual
      let usual = try question.answer()
      for (verdict, rule) in zip(all, usual.rules) {
        guard let witness = rule.witness else { continue }
        shown += 1
        #expect(verdict == "shown" || verdict.hasPrefix("not decided"), "\(document.text)")
        #expect(witness.profile.flaw == nil, "\(witness.device) \(document.text)")
      }
    }
    #expect(shown > 0)
  }

  @Test(
    "An assumption that is none is told with its place and what is wrong",
    arguments: [
      ("[]", "", 1, "the array is empty"), ("3", "", 1, "an object of filters"), ("{", "", 2, "not JSON"),
      (#"[{},"ios"]"#, "/1", 5, "an object of filters"), (#"{"deviceOsName":["ios"]}"#, "/deviceOsName", 17, "a text"),
      (#"[{"deviceOsName":"ios,!i*"}]"#, "/0", 2, "no value meets all parts"),
    ])
  func refused(_ text: String, _ pointer: String, _ column: Int, _ why: String) throws {
    #expect {
      _ = try Self.file(text)
    } throws: { error in
      let finding = (error as? AssumptionRefused)?.diagnostics.first
      #expect(finding?.why.contains(why) ?? false, "\(finding?.why ?? "\(error)")")
      #expect(finding?.place?.column == column)
      return finding?.file == "assume.json" && finding?.place?.pointer == pointer
    }
  }

  @Test(
    "A property that neither devices nor the policy know is refused with the one that is meant",
    arguments: [
      (#"[{},{"deviceOSName":"ios"}]"#, "/1", "write `deviceOsName`"),
      (#"{"loyalty":"gold"}"#, "", "begin with `x-`"),
      (#"{"appPackageName":"com.example.other"}"#, "", "appPackageName"),
    ])
  func unfit(_ text: String, _ pointer: String, _ fix: String) throws {
    let assumption = try Self.file(text)
    #expect {
      _ = try Self.rules([AnalyzeTests.update("1")], assuming: assumption)
    } throws: { error in
      let finding = (error as? AssumptionRefused)?.diagnostics.first
      #expect(finding?.fix.contains(fix) ?? false, "\(finding?.fix ?? "\(error)")")
      return finding?.place?.pointer == pointer
    }
    let own = AnalyzeTests.update("1", #""filters":{"loyalty":"*"}"#)
    if text.contains("loyalty") { #expect(throws: Never.self) { try Self.rules([own], assuming: assumption) } }
  }
}
