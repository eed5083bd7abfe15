import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Promises about every device")
struct PromisesTests {
  static func answer(_ statements: [String], _ updates: [String], others: [String: Document] = [:]) throws
    -> PromisesAnswer
  {
    let promises = try PromiseFile("[\(statements.joined(separator: ","))]", named: "promises.json").promises
    var question = PromisesQuestion(AgainstTests.document(updates), named: "p.json", promises, named: "promises.json")
    question.others = others
    return try question.answer()
  }

  static func verdict(_ statement: String, _ updates: [String]) throws -> String {
    try answer([statement], updates).promises[0].verdict.word
  }

  private static let force = #""forceUpdate":true,"filters":{"appVersionName":"<4.0"}"#

  @Test(
    "A device that has seen nothing sees what is promised at each launch, or a log shows one that does not",
    arguments: [
      (#"{"every":{"appVersionName":"<4.0"},"is":"forced"}"#, force, "holds"),
      (#"{"every":{"appVersionName":"<3.0"},"is":"forced"}"#, force, "holds"),
      (#"{"every":{"appVersionName":"<=4.0"},"is":"forced"}"#, force, "doesNotHold"),
      (#"{"every":{"appVersionName":"<4.0"},"is":"exited"}"#, force, "doesNotHold"),
      (#"{"every":{"appVersionName":"<4.0"},"is":"asked"}"#, force, "holds"),
      (#"{"every":{"appVersionName":">=4.0"},"is":"nothing"}"#, force, "holds"),
      (#"{"every":{},"is":"shown"}"#, force, "doesNotHold"),
      (#"{"every":{"appVersionName":"<4.0"},"is":"forced"}"#, force + #","rollout":99"#, "doesNotHold"),
      (
        #"{"every":{"appVersionName":"<4.0"},"is":"forced","by":"2026-12-01"}"#,
        force + #","displayAfterDate":"2026-11-30""#, "holds"
      ),
      (
        #"{"every":{"appVersionName":"<4.0"},"is":"forced","by":"2026-12-01"}"#,
        force + #","displayAfterDate":"2026-12-02""#, "doesNotHold"
      ),
      (
        #"{"every":{"appVersionName":"<4.0"},"is":"forced","by":"2026-12-01"}"#,
        force + #","displayBeforeDate":"2027-01-01""#, "doesNotHold"
      ),
    ])
  func every(_ statement: String, _ keys: String, _ verdict: String) throws {
    let answer = try Self.answer([statement], [AnalyzeTests.update("1", keys)])
    #expect(answer.promises[0].verdict.word == verdict, "\(answer.words)")
    #expect((answer.promises[0].witness != nil) == (verdict == "doesNotHold"))
  }

  @Test("A version without a number breaks a promise about those below a number only where it is meant")
  func withoutVersion() throws {
    let update = AnalyzeTests.update("1", Self.force)
    #expect(try Self.verdict(#"{"every":{"appVersionName":"!>=4.0"},"is":"forced"}"#, [update]) == "doesNotHold")
  }

  @Test(
    "Whoever is forced has a way out, or a log shows one who has none",
    arguments: [
      (#""forceUpdate":true,"filters":{"appVersionName":"<4.0"}"#, "holds"),
      (#""forceUpdate":true,"filters":{"appVersionName":"3.*"}"#, "holds"),
      (#""forceUpdate":true,"targetVersion":"4.0""#, "holds"), (#""forceUpdate":true"#, "doesNotHold"),
      (#""forceUpdate":true,"filters":{"appVersionName":">=4.0"}"#, "doesNotHold"), ("", "holds"),
    ])
  func canLeave(_ keys: String, _ verdict: String) throws {
    #expect(try Self.verdict(#"{"every":{},"canLeave":"force"}"#, [AnalyzeTests.update("1", keys)]) == verdict)
    // No device is turned away.
    #expect(try Self.verdict(#"{"every":{},"canLeave":"exit"}"#, [AnalyzeTests.update("1", keys)]) == "holds")
  }

  @Test(
    "A deadline that forces after other prompts is followed to a device that it locks out",
    arguments: [
      (#""deadline":{"at":"2026-06-01","graceInHours":48}"#, "doesNotHold"),
      (#""deadline":{"at":"2026-06-01","graceInHours":48},"targetVersion":"2.0""#, "holds"),
      (#""deadline":{"afterFirstShownInHours":72},"targetVersion":"2.0""#, "holds"),
      (#""deadline":{"afterFirstShownInHours":72},"targetVersion":"2.0","targetPackageUrl":"itms-apps://a""#, "holds"),
    ])
  func canLeaveLater(_ keys: String, _ verdict: String) throws {
    #expect(try Self.verdict(#"{"every":{},"canLeave":"force"}"#, [AnalyzeTests.update("1", keys)]) == verdict)
  }

  @Test(
    "A deadline of any kind locks out a device that cannot open the destination",
    arguments: [
      #"{"afterFirstShownInHours":72}"#, #"{"deferrals":3}"#, #"{"at":"2026-06-01","graceInHours":48}"#,
      #"{"deferrals":2,"becomes":"exit"}"#,
    ])
  func nowhereLater(_ deadline: String) throws {
    let update = """
      {"id":"1","descriptions":{"*":"New."},"targetWebsiteUrl":"market://details?id=a","targetVersion":"2.0",\
      "displayPeriodInHours":24,"deadline":\(deadline)}
      """
    #expect(try Self.verdict(#"{"every":{},"canLeave":"force"}"#, [update]) == "doesNotHold")
    #expect(try Self.verdict(#"{"every":{"deviceOsName":"android"},"canLeave":"force"}"#, [update]) == "holds")
  }

  @Test("A force that another one follows does not let go")
  func chained() throws {
    let updates = [
      AnalyzeTests.update("1", Self.force),
      AnalyzeTests.update("2", #""forceUpdate":true,"filters":{"appVersionName":">=4"}"#),
    ]
    #expect(try Self.verdict(#"{"every":{"appVersionName":"<4.0"},"canLeave":"force"}"#, updates) == "doesNotHold")
  }

  @Test("A destination that the device cannot open is no way out")
  func nowhere() throws {
    let update =
      #"{"id":"1","forceUpdate":true,"filters":{"appVersionName":"<4.0"},"descriptions":{"*":"New."},"targetWebsiteUrl":"market://details?id=a"}"#
    #expect(try Self.verdict(#"{"every":{},"canLeave":"force"}"#, [update]) == "doesNotHold")
    #expect(try Self.verdict(#"{"every":{"deviceOsName":"android"},"canLeave":"force"}"#, [update]) == "holds")
  }

  @Test("A rule that is shown to somebody is reachable, and one behind another is not")
  func reachable() throws {
    let updates = [AnalyzeTests.update("1"), AnalyzeTests.update("2", #""filters":{"deviceOsName":"ios"}"#)]
    let answer = try Self.answer(
      [#"{"rule":"update:1","is":"reachable"}"#, #"{"rule":"update:2","is":"reachable"}"#], updates)
    #expect(answer.promises.map(\.verdict.word) == ["holds", "doesNotHold"])
    #expect(!answer.areKept)
  }

  @Test("A misspelt property is refused with the name that is meant, unless the policy reads it")
  func misspelt() throws {
    let statement = #"{"every":{"appVersionNam":"<4.0"},"is":"nothing"}"#
    let refused = #expect(throws: PromisesRefused.self) {
      try Self.answer([statement], [AnalyzeTests.update("1", Self.force)])
    }
    #expect(refused?.diagnostics.first?.fix == "write `appVersionName`")
    let reading = AnalyzeTests.update("1", #""filters":{"appVersionNam":">=4.0"}"#)
    #expect(try Self.verdict(statement, [reading]) == "holds")
  }

  @Test("A filter that reads what the test for an installed app reads leaves a promise undecided")
  func installed() throws {
    let message = #"{"id":"1","targetPackageName":"com.b","descriptions":{"*":"New."}}"#
    let document = Document(
      text: #"{"packageName":"com.example.shop","updates":[],"messages":[\#(message)]}"#, format: "herald")
    let statement = #"[{"every":{"installed.com.b":"true"},"is":"nothing"}]"#
    let question = PromisesQuestion(
      document, named: "p.json", try PromiseFile(statement, named: "q").promises, named: "q")
    // `TRUE` matches the filter, and the test asks for `true`.
    #expect(try question.answer().promises[0].verdict.limit?.contains("letter by letter") == true)
  }

  @Test("A promise against another document is broken by whoever sees more")
  func noMore() throws {
    let others = ["old.json": AgainstTests.document([AnalyzeTests.update("1")])]
    let statements = ["shows", "forces", "exits"].map { #"{"against":"old.json","\#($0)":"noMore"}"# }
    let same = try Self.answer(statements, [AnalyzeTests.update("1")], others: others)
    #expect(same.areKept)
    let more = try Self.answer(statements, [AnalyzeTests.update("1", #""forceUpdate":true"#)], others: others)
    #expect(more.promises.map(\.verdict.word) == ["doesNotHold", "doesNotHold", "holds"])
  }

  @Test("The lines are as the contract has them")
  func json() throws {
    let answer = try Self.answer(
      [#"{"rule":"update:1",  "is":"reachable"}"#, #"{"every":{},"is":"shown"}"#], [AnalyzeTests.update("1")])
    let lines = answer.json.split(separator: "\n")
    #expect(
      lines[0].hasPrefix(
        #"{"file":"p.json","promise":1,"statement":{"rule":"update:1","is":"reachable"},"verdict":"holds","limit":null,"horizon":{"days":60,"steps":12},"witness":{"source":"/analyze/1","#
      ))
    #expect(lines[1].hasSuffix(#""verdict":"holds","limit":null,"horizon":{"days":60,"steps":12},"witness":null}"#))
  }

  @Test(
    "A statement that is none is told with its place and what is wrong",
    arguments: [
      ("{}", "/", 1, "an array of statements"), ("[{}]", "/0", 2, "no keys"),
      (#"[{"every":{},"is":"blocked"}]"#, "/0/is", 19, "exited, forced, asked, shown, nothing"),
      (#"[{"every":{"a":[]},"is":"shown"}]"#, "/0/every/a", 16, "a filter is a text"),
      (#"[{"every":{},"is":"shown","by":"soon"}]"#, "/0/by", 32, "a date"),
      (#"[{"no":{},"isAsked":{"moreThan":-1,"inHours":1}}]"#, "/0/isAsked/moreThan", 33, "from 0 to 1,000"),
      (#"[{"no":{},"isAsked":{"moreThan":1,"inHours":1},"of":["all"]}]"#, "/0/of/0", 54, "optional"),
      (#"[{"against":"p","shows":"more"}]"#, "/0/shows", 25, "noMore"), ("[", "", 2, "not JSON"),
    ])
  func refused(_ text: String, _ pointer: String, _ column: Int, _ why: String) throws {
    #expect {
      _ = try PromiseFile(text, named: "promises.json")
    } throws: { error in
      guard let finding = (error as? PromisesRefused)?.diagnostics.first else { return false }
      #expect(finding.why.contains(why), "\(finding.why)")
      #expect(finding.place?.column == column)
      return finding.file == "promises.json" && finding.place?.pointer == (pointer == "/" ? "" : pointer)
    }
  }

  @Test("A promise about a rule that is not there names those that are")
  func unknownRule() {
    #expect {
      _ = try Self.answer([#"{"rule":"update:9","is":"reachable"}"#], [AnalyzeTests.update("1")])
    } throws: { error in
      let finding = (error as? PromisesRefused)?.diagnostics.first
      return finding?.fix.contains("update:1") ?? false && finding?.place?.pointer == "/0"
    }
  }

  @Test("What holds of each fresh device holds of random ones", arguments: [21, 22, 23] as [UInt64])
  func holdsOfRandomDevices(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<3 {
      let document = AnalyzeLawTests.randomDocument(&random)
      for sight in Promise.Sight.allCases {
        let statement = #"[{"every":{"appVersionName":"<4.0"},"is":"\#(sight.rawValue)"}]"#
        let promises = try PromiseFile(statement, named: "p").promises
        let answer = try PromisesQuestion(document, named: "p", promises, named: "p").answer()
        #expect(answer.promises[0].verdict.word != "notDecided", "\(document.text)")
        guard case .holds = answer.promises[0].verdict else { continue }
        for life in 0..<20 {
          let profile = AnalyzeLawTests.randomProfile(&random)
          guard [Filter(property: .appVersionName, text: "<4.0")].allMatch(profile) else { continue }
          let hour = Int64.random(in: 492_000..<496_800, using: &random)
          var app = ObedientApp(
            source: ExactString("/random/\(life)"),
            at: DeviceTime(moment: Timestamp(milliseconds: hour * 3_600_000), offsetMinutes: 60))
          app.launch(profile, drawing: nil)
          app.fetch(document, Formats.reading(document), .launch)
          #expect(sight.allows(app.decision?.prompt?.kind), "\(sight) \(document.text)")
        }
      }
    }
  }
}
