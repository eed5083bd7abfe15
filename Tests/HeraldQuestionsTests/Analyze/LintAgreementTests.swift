import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

/// A log proves that a rule is shown. So the lint must not call the rule unreachable, and a force hidden at a launch only
/// where the log shows it at another trigger.
@Suite("Lint and analysis agree")
struct LintAgreementTests {
  /// The rules that are called hidden, by their pointers: always, or at a launch.
  private static func hidden(
    in document: Document, as codes: Set<String> = ["unreachableRule", "hiddenForce"]
  ) -> [String] {
    Lint.findings(in: document, at: Timestamp(milliseconds: 1_772_438_400_000)).filter { codes.contains($0.code.name) }
      .compactMap { $0.place?.pointer }
  }

  /// The number of rules that a log shows.
  private static func expectAgreement(_ document: Document) throws -> Int {
    let (hidden, unreachable) = (hidden(in: document), hidden(in: document, as: ["unreachableRule"]))
    let answer = try AnalyzeQuestion(document, named: "p.json").answer()
    let shown = answer.rules.filter { $0.witness != nil }
    for rule in shown {
      let pointer = try #require(rule.rule.source.place?.pointer)
      let told = rule.witness?.question?.trigger == .launch ? hidden : unreachable
      #expect(!told.contains { $0 == pointer || $0.hasPrefix(pointer + "/") }, "\(rule.rule.id) in \(document.text)")
    }
    return shown.count
  }

  private static let update = AnalyzeTests.update("1")
  private static let force = AnalyzeTests.update("2", #""forceUpdate":true,"filters":{"appVersionName":"<3"}"#)
  private static let otherApp = #"{"id":"1","targetPackageName":"com.b","descriptions":{"*":"New."}}"#
  private static let filtered = #"{"id":"2","filters":{"installed.com.b":"false,TRUE"},"descriptions":{"*":"New."}}"#

  @Test(
    "A rule is not called hidden where the one before it does not always take its place",
    arguments: [
      // Limits for all prompts hold the optional update back, and let the force pass.
      (#""packageName":"a.b","holdout":{"id":"h","percent":50},"#, [update, force], []),
      (#""packageName":"a.b","quietHours":{"from":"20:00","to":"08:00"},"#, [update, force], []),
      (#""packageName":"a.b","frequencyCaps":[{"cap":1,"periodInHours":24}],"#, [update, force], []),
      // A device without a version code passes the first rule on some systems alone.
      (
        #""packageName":"a.b","#,
        [
          AnalyzeTests.update("1", #""targetVersionCode":200"#),
          AnalyzeTests.update("2", #""filters":{"appVersionCode":"''"}"#),
        ], []
      ),
      (#""packageName":"a.b","#, [], [otherApp, filtered]),
    ])
  func examples(_ root: String, _ updates: [String], _ messages: [String]) throws {
    let text = """
      {\(root)"updates":[\(updates.joined(separator: ","))],"messages":[\(messages.joined(separator: ","))]}
      """
    let document = Document(text: text, format: "herald")
    #expect(Self.hidden(in: document).isEmpty, "\(text)")
    #expect(try Self.expectAgreement(document) > 0)
  }

  @Test("A force behind an optional update is shown at a return, and is hidden at a launch")
  func atReturn() throws {
    let document = Document(
      text: #"{"packageName":"a.b","updates":[\#(Self.update),\#(Self.force)]}"#, format: "herald")
    #expect(Self.hidden(in: document, as: ["hiddenForce"]) == ["/updates/1/forceUpdate"])
    #expect(try Self.expectAgreement(document) == 2)
  }

  private static let roots = [
    "", #""holdout":{"id":"h","percent":30},"#, #""quietHours":{"from":"20:00","to":"08:00"},"#,
    #""frequencyCaps":[{"cap":1,"periodInHours":24}],"#, #""reviewVersions":"3.0","#,
  ]
  private static let keys: [[String]] = [
    [
      #""filters":{"appVersionName":"<3"}"#, #""filters":{"appVersionName":">=3"}"#,
      #""filters":{"appVersionCode":"''"}"#,
      #""filters":{"deviceOsName":"ios"}"#, #""filters":{"deviceLanguage":"de*"}"#, #""notInSegments":["old"]"#,
      #""inSegments":["old"]"#, #""filters":{"installed.com.b":"!true"}"#, "", "", "",
    ],
    [
      #""targetVersion":"4.0""#, #""targetVersionCode":200"#, #""targetVersion":"4.0","targetVersionCode":200"#,
      #""targetVersion":"4.0","updateTypes":["major"]"#, #""targetVersion":"4.0","forceUpdateTypes":["major"]"#, "", "",
    ],
    [
      #""forceUpdate":true"#, #""maxDisplayCount":2"#, #""rollout":25"#, #""weekdays":["mo"]"#,
      #""holdout":{"id":"own","percent":10}"#, #""triggers":["login"]"#, #""displayAfterDate":"2026-06-01""#, "", "",
      "",
    ],
  ]

  private static func randomDocument(_ random: inout SplitMix64) -> Document {
    let updates = (1...Int.random(in: 2...5, using: &random)).map { id in
      let chosen = keys.compactMap { $0.randomElement(using: &random) }.filter { !$0.isEmpty }
      let text = Int.random(in: 0..<4, using: &random) == 0 ? #"{"de":"Neu."}"# : #"{"*":"New."}"#
      return AnalyzeTests.update("\(id)", chosen.joined(separator: ","), text: text)
    }
    let messages = (1...2).map { id in
      let target = Bool.random(using: &random) ? #""targetPackageName":"com.b","# : ""
      let filter = keys[0].randomElement(using: &random) ?? ""
      return #"{"id":"\#(id)",\#(target)\#(filter)\#(filter.isEmpty ? "" : ",")"descriptions":{"*":"New."}}"#
    }
    return Document(
      text: """
        {"packageName":"com.example.shop",\(roots.randomElement(using: &random) ?? "")
        "segments":{"old":{"appVersionName":"<3","deviceOsName":"ios"}},
        "updates":[\(updates.joined(separator: ","))],"messages":[\(messages.joined(separator: ","))]}
        """, format: "herald")
  }

  @Test("No rule of a random document is shown by a log and called hidden", arguments: 1...8 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (shown, hidden) = (0, 0)
    for _ in 0..<12 {
      let document = Self.randomDocument(&random)
      shown += try Self.expectAgreement(document)
      hidden += Self.hidden(in: document).count
    }
    #expect(shown > 0)
    #expect(hidden > 0)
  }
}
