import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Logged devices that are like the device of an analysis")
struct LikeTests {
  /// A log with a device for each version and system, in which each launched before with another version.
  private static func log(_ devices: [(version: String, system: String)]) -> String {
    devices.enumerated().map { index, device in
      var app = ObedientApp(
        source: ExactString("/i/\(index + 1)"),
        at: DeviceTime(moment: Timestamp(milliseconds: 1_767_268_800_000), offsetMinutes: 0))
      for version in ["0.1", device.version] {
        let values: [(name: ExactString, value: ExactString)] = [
          (.appPackageName, "com.example.shop"), (.appVersionName, ExactString(version)), (.deviceLanguage, "en"),
          (.deviceOsName, ExactString(device.system)),
        ]
        app.launch(Profile(values), drawing: nil)
      }
      return app.events.map { $0.line + "\n" }.joined()
    }.joined()
  }

  private static let fleet = log([
    ("3.9", "ios"), ("3.9", "ios"), ("2.0", "ios"), ("4.1", "ios"), ("3.9", "android"), ("4.1", "android"),
  ])

  private static let old = #""filters":{"appVersionName":"<4.0","deviceOsName":"ios"}"#

  @Test("A log of each rule counts the devices that answer all rules as its device does, at their last launch")
  func rules() throws {
    let document = AgainstTests.document([
      AnalyzeTests.update("1", Self.old), AnalyzeTests.update("2", #""filters":{"deviceOsName":"!ios"}"#),
      AnalyzeTests.update("3", #""filters":{"appVersionName":"9.*"}"#),
    ])
    let question = AnalyzeQuestion(document, named: "p.json")
    let answer = try question.answer(in: CorpusLog.events(lines: Self.fleet))
    #expect(answer.rules.map { $0.witness?.like?.installations } == [3, 2, 0])
    #expect(answer.rules.allSatisfy { $0.witness?.like?.of == 6 })
    #expect(answer.words.contains("; 3 of 6 logged devices are like it"), "\(answer.words)")
    #expect(answer.json.contains(#","like":{"installations":3,"of":6}}"#), "\(answer.json)")
    #expect(try !question.answer().json.contains("like"))
  }

  @Test("A device under review is like no device that is not")
  func review() throws {
    let document = AgainstTests.document([AnalyzeTests.update("1")], root: #","reviewVersions":"4.*""#)
    let answer = try AnalyzeQuestion(document, named: "p.json").answer(in: CorpusLog.events(lines: Self.fleet))
    #expect(answer.rules.map { $0.witness?.like?.installations } == [4])
  }

  @Test("Of a change both logs count the devices that are alike under both documents")
  func against() throws {
    let question = AgainstQuestion(
      AgainstTests.document([AnalyzeTests.update("1", #"\#(Self.old),"forceUpdate":true"#)]), named: "p.json",
      against: AgainstTests.document([AnalyzeTests.update("1", #""filters":{"appVersionName":"<3.0"}"#)]),
      named: "old.json")
    let answer = try question.answer(in: CorpusLog.events(lines: Self.fleet))
    let change = try #require(answer.changes.first { $0.before == .optional && $0.after == .force })
    #expect(change.witness.before.like == Likeness(installations: 1, of: 6))
    #expect(change.witness.after.like == change.witness.before.like)
    #expect(answer.words.contains("logged 1 of 6 logged devices is like it"), "\(answer.words)")
  }

  @Test("A log that breaks a promise counts them too")
  func promises() throws {
    let promises = try PromiseFile(#"[{"every":{"deviceOsName":"ios"},"is":"nothing"}]"#, named: "promises.json")
      .promises
    let question = PromisesQuestion(
      AgainstTests.document([AnalyzeTests.update("1", Self.old)]), named: "p.json", promises, named: "promises.json")
    let answer = try question.answer(in: CorpusLog.events(lines: Self.fleet))
    #expect(answer.words.contains("; 3 of 6 logged devices are like it"), "\(answer.words)")
  }

  @Test("A ledger that several threads read counts as one does")
  func ledger() throws {
    let scratch = try Scratch()
    var question = AnalyzeQuestion(AgainstTests.document([AnalyzeTests.update("1", Self.old)]), named: "p.json")
    question.jobs = 4
    let answer = try question.answer(in: CorpusLog.events(ledgerOf: Self.fleet, in: scratch))
    #expect(answer.rules.map { $0.witness?.like } == [Likeness(installations: 3, of: 6)])
  }
}
