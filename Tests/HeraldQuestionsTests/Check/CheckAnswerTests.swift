import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer about what a device would see")
struct CheckAnswerTests {
  private static let policy = #"""
    {"packageName":"com.example","updates":[{"id":7,"targetVersion":"3.0",
      "filters":{"deviceModel":"Pixel*"},"targetWebsiteUrl":"https://example.com/app",
      "descriptions":{"en":{"title":"Three","message":"Version 3 is here"},"*":"New"}}]}
    """#

  private static let pixel: [ExactString: ExactString] = [
    .appPackageName: "com.example", .appVersionName: "2.6", .deviceModel: "Pixel 8", .deviceLanguage: "en-GB",
  ]

  private static func answer(
    _ policy: String = policy, format: ExactString = "herald", houseRules: HouseRules? = nil,
    of properties: [ExactString: ExactString] = [:], asking trigger: Trigger? = nil
  ) throws -> CheckAnswer {
    let document = Document(text: policy, format: format, houseRules: houseRules)
    var question = CheckQuestion(document, at: try time("2026-03-02T08:00:00+01:00"))
    question.properties = properties
    question.trigger = trigger
    return try question.answer()
  }

  @Test("The answer is the decision's line with every test, as of a decision of a log")
  func json() throws {
    let answer = try Self.answer(of: Self.pixel)
    #expect(answer.findings.allSatisfy { $0.severity == .note })
    #expect(
      answer.json.hasPrefix(
        #"{"source":"/installations/phone","revision":2,"time":"2026-03-02T07:00:00.000Z","trigger":"launch","reason":"shown","show":{"rule":"update:7","kind":"optional","language":"en","destination":"https://example.com/app","buttons":["update","later"]},"rules":[{"rule":"update:7","failed":null,"#
      ))
    #expect(answer.json.contains(#""test":"filters""#))
    #expect(answer.json.contains(#""because":[{"revision":1"#))
  }

  @Test("The words explain the prompt that is shown")
  func words() throws {
    let words = try Self.answer(of: Self.pixel).words
    #expect(words.contains("update:7 (optional) is shown"))
  }

  @Test(
    "A device is asked for any trigger",
    arguments: [Trigger.login, .manual, .schedule, .heartbeat, .foreground, .operation])
  func anyTrigger(_ trigger: Trigger) throws {
    let json = try Self.answer(of: Self.pixel, asking: trigger).json
    #expect(json.contains(#""trigger":"\#(trigger.rawValue)""#))
    let isShown = [.login, .manual, .schedule].contains(trigger)
    #expect(json.contains(#""reason":"shown""#) == isShown)
  }

  @Test("The app's house rules apply, and the words have what the document says besides")
  func houseRules() throws {
    let houseRules = try #require(HouseRules(json: #"{"skippable":true,"rolout":5}"#))
    let answer = try Self.answer(
      #"{"results":[{"version":"3.0","trackId":1,"currentVersionReleaseDate":"2026-03-01"}]}"#, format: "itunes",
      houseRules: houseRules, of: [.appVersionName: "2.6"])
    #expect(answer.json.contains(#""buttons":["update","later","skip"]"#))
    #expect(answer.words.contains("released: 2026-03-01"))
    #expect(answer.findings.contains { $0.fix.contains("did you mean `rollout`?") })
  }

  @Test("A refused document is refused with the findings about it", arguments: ["<html>", "[]", "{}"])
  func refusedDocument(_ document: String) throws {
    let error = try #require(throws: LogRefused.self) { try Self.answer(document) }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.first?.severity == .error)
    #expect(error.diagnostics.contains { ($0.place?.line, $0.place?.column) == (1, 1) })
  }

  @Test(
    "A document that looks like another format, and a rule that leads nowhere, are found",
    arguments: [
      ("login", #"{"downloadUrl":7,"versions":[]}"#, "otherFormat", "it looks like `table`"),
      ("ssvc", #"{"SSVCMinimumSupportedVersionNumber":16809984}"#, "noUrl", "`storeUrl`"),
    ] as [(ExactString, String, String, String)])
  func findings(_ format: ExactString, _ document: String, _ code: String, _ words: String) throws {
    let found = try Self.answer(document, format: format).findings.filter { $0.code.name == code }
    #expect(found.contains { ($0.place?.line, $0.place?.column) == (1, 1) })
    #expect(found.allSatisfy { $0.severity == .warning && $0.fix.contains(words) })
  }

  @Test("Another app's document is refused, and the missing property is named")
  func anotherApp() throws {
    let error = try #require(throws: LogRefused.self) { try Self.answer() }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == ["otherPackage"])
    #expect(error.diagnostics.first?.fix.contains("--property appPackageName=com.example,") == true)
  }
}

@Suite("The answer about what a device of a log would see")
struct CheckLikeAnswerTests {
  private static let forced = "update/forced-until-updated"

  private static func question(
    _ policy: String? = nil, until limit: Int? = nil, asking trigger: Trigger? = nil, of source: ExactString? = nil
  ) throws -> CheckQuestion {
    var question = CheckQuestion(
      policy.map { Document(text: $0, format: "herald") }, at: try time("2030-01-01T00:00:00Z"), of: source)
    question.limit = limit.map { .revision($0) }
    question.trigger = trigger
    return question
  }

  /// The id of the app of the log of a message.
  private static func app() throws -> String {
    String(try #require(CorpusLog.text(CorpusLog.message).firstMatch(of: /"appPackageName":"([^"]+)"/)?.1))
  }

  @Test("A device of a log is asked at a return and at its next launch")
  func twoTriggers() throws {
    let answer = try Self.question(until: 3).answer(in: CorpusLog.events(CorpusLog.message))
    let lines = answer.json.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""trigger":"foreground""#))
    #expect(lines[1].contains(#""trigger":"launch""#))
    #expect(lines[1].contains(#""rule":"message:101""#))
    #expect(answer.words.contains("At a return:"))
    #expect(answer.words.contains("At the next launch:"))
    #expect(
      answer.words.hasPrefix("/installations/aa10c4e9 as `\(CorpusLog.message)` leaves it at revision 3, asked at "))
  }

  @Test("A device of a log sees nothing more after the update that its forced prompt asks for")
  func updated() throws {
    var question = try Self.question(until: 3, asking: .launch)
    #expect(try question.answer(in: CorpusLog.events(Self.forced)).json.contains(#""reason":"shown""#))
    question.properties = [.appVersionCode: "400"]
    #expect(try question.answer(in: CorpusLog.events(Self.forced)).json.contains(#""reason":"noRule""#))
  }

  @Test("A device of a log is asked under another policy, and keeps what it has seen")
  func anotherPolicy() throws {
    let rule = #"{"id":101,"maxDisplayCount":1,"descriptions":{"*":"x"}}"#
    let policy = #"{"packageName":"\#(try Self.app())","revision":99,"messages":[\#(rule)]}"#
    let answer = try Self.question(policy, asking: .launch).answer(in: CorpusLog.events(CorpusLog.message))
    #expect(answer.json.contains(#"{"rule":"message:101","failed":"count""#))
  }

  @Test("A device of a log refuses an older document, and the refusal says why")
  func olderDocument() throws {
    let question = try Self.question(#"{"packageName":"\#(try Self.app())"}"#)
    let error = try #require(throws: LogRefused.self) {
      try question.answer(in: CorpusLog.events(CorpusLog.message))
    }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == ["rollback"])
  }

  @Test("An unknown installation is refused")
  func unknownInstallation() throws {
    let question = try Self.question(of: "nobody")
    let error = try #require(throws: LogRefused.self) { try question.answer(in: CorpusLog.events(Self.forced)) }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == ["noInstallation"])
  }
}
