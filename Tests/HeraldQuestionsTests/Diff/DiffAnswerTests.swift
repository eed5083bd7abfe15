import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer to a question about a difference")
struct DiffAnswerTests {
  private static let phones = "update/german-but-not-austrian-or-swiss"
  private static let german: ExactString = "/installations/1a960001"
  private static let austrian: ExactString = "/installations/1a960002"
  private static let edited = "documents/edited-by-hand"

  private static func report(
    _ log: String, _ sources: [ExactString] = [], at limits: [ReplayLimit] = [], asking trigger: Trigger? = nil
  ) throws -> DiffAnswer {
    try DiffQuestion(of: sources, at: limits, asking: trigger).answer(in: CorpusLog.events(log))
  }

  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test("The words say first why one phone sees a prompt and the other does not, then the states and the policies")
  func words() throws {
    let words = try Self.report(Self.phones, [Self.german, Self.austrian]).words(.plain)
    #expect(
      words.contains("A shows update:1 (optional); B shows update:2 (optional). In B, update:1 is for devices with"))
    let lines = Self.lines(words)
    let why = try #require(lines.firstIndex(of: "Why"))
    let state = try #require(lines.firstIndex(of: "State  (times in UTC)"))
    let policy = try #require(lines.firstIndex(of: "Policy"))
    #expect(why < state)
    #expect(state < policy)
    #expect(lines[why...].contains { $0.contains("≠ deviceLanguage") && $0.contains("de-DE") && $0.contains("de-AT") })
    #expect(lines[why...].contains { $0.contains("= wanted") && $0.contains("(8:27) on both sides") })
    #expect(lines[state...].contains { $0.contains("≠ properties.deviceLanguage") })
    #expect(lines[state...].contains { $0.contains("+ records[\"update:2\"].shown") })
    #expect(lines[state...].contains { $0.contains("= 21 values are equal: revision, ") })
    #expect(lines[policy...].contains("  = both have the same document in force"))
  }

  @Test("What tells the most of two states comes first, and what counts every event last")
  func tellingFirst() throws {
    var other = InstallationState()
    let launch = EventData.launched(["appVersionName": "1"])
    other.apply(Fact(revision: 1, time: try time("2026-03-02T08:00:00Z"), data: launch))
    let differences = StateDifferences(InstallationState(), other)
    let names = differences.byTelling.map { $0.path.names[0] }
    #expect(names == ["properties", "zone", "counts", "revision"])
    #expect(Set(differences.byTelling) == Set(differences.differences))
  }

  @Test("Many rules that one side alone has are one row, and a few are a row each", arguments: [4, 5])
  func manyRules(count: Int) throws {
    func document(_ revision: Int, _ rules: Range<Int>) -> String {
      let texts = rules.map {
        #"{"id":\#($0),"targetVersion":"1","targetWebsiteUrl":"https://w","descriptions":{"*":"x"}}"#
      }
      return #"{"packageName":"a","revision":\#(revision),"updates":[\#(texts.joined(separator: ","))]}"#
    }
    let log = WhyLog([
      ("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document(1, 1..<2))),
      ("09:00", WhyLog.fetched(document(2, 11..<(11 + count)))),
    ])
    let events = try CorpusLog.events(lines: log.lines.joined(separator: "\n") + "\n")
    let words = try DiffQuestion(at: [.revision(2), .revision(3)]).answer(in: events).words
    #expect(words.contains("\(count) rules: update:11, update:12, …") == (count > 4))
    #expect(words.contains("+ update:13 (optional)") == (count == 4))
    #expect(words.contains("− update:1 (optional)"))
  }

  @Test("The JSON has both points with their decisions, then each difference")
  func json() throws {
    let lines = Self.lines(try Self.report(Self.phones, [Self.german, Self.austrian]).json)
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    let decisions = try CorpusLog.replayed(.decisions, CorpusLog.events(Self.phones))
    for (name, source) in [("a", Self.german), ("b", Self.austrian)] {
      let point = try #require(lines.first { $0.hasPrefix(#"{"point":"\#(name)""#) })
      #expect(point.contains(#""source":"\#(source)","revision":4"#))
      #expect(decisions.contains { point.hasSuffix(#","decision":\#($0)}"#) })
    }
    #expect(
      lines.contains { $0.hasPrefix(#"{"rule":"update:1","test":"filters","decisive":true,"a":{"passed":true"#) })
    #expect(lines.contains(#"{"state":"properties.deviceLanguage","a":"de-DE","b":"de-AT"}"#))
    #expect(lines.last == #"{"summary":{"sameAnswer":false,"stateDifferences":20,"policyDifferences":0}}"#)
  }

  @Test("Two points of one phone differ by what its policies changed")
  func policies() throws {
    let source: ExactString = "/installations/ed17ed00"
    let words = try Self.report(Self.edited, [source], at: [.revision(2)]).words(.plain)
    #expect(words.contains("The policy of B has no update:1."))
    #expect(words.contains("≠ counts.launches"))
    #expect(words.contains("− update:1 (force)"))
    let lines = Self.lines(try Self.report(Self.edited, [source], at: [.revision(2), .revision(27)]).json)
    #expect(lines.contains { $0.hasPrefix(#"{"rule":"update:1","change":"removed","a":{"line":5,"#) })
    #expect(lines.contains { $0.hasPrefix(#"{"policy":"revision","a":{"value":"1","place":null},"b":{"value":"6""#) })
  }

  @Test("A point is a revision or a time, and nothing differs between a point and itself")
  func itself() throws {
    let byRevision = try Self.report(CorpusLog.message, at: [.revision(9), .revision(9)]).json
    #expect(Self.lines(byRevision).count == 3)
    #expect(
      Self.lines(byRevision).last == #"{"summary":{"sameAnswer":true,"stateDifferences":0,"policyDifferences":0}}"#)
    let time = try time("2026-07-08T06:00:01.999Z").moment
    #expect(try Self.report(CorpusLog.message, at: [.time(time), .revision(9)]).json == byRevision)
  }

  @Test("A log of two phones needs no more to be said")
  func twoPhones() throws {
    let text = try CorpusLog.text(CorpusLog.message)
    let both = text + text.replacing("aa10c4e9", with: "other")
    let report = try DiffQuestion().answer(in: CorpusLog.events(lines: both))
    #expect(Self.lines(report.json).count { $0.hasPrefix(#"{"point""#) } == 2)
  }

  @Test("Both sides are asked the same question where a trigger is given")
  func trigger() throws {
    let lines = Self.lines(try Self.report(Self.phones, [Self.german, Self.austrian], asking: .operation).json)
    let points = lines.filter { $0.hasPrefix(#"{"point""#) }
    #expect(points.count == 2)
    #expect(points.allSatisfy { $0.contains(#""trigger":"operation","reason":"noRule""#) })
    #expect(lines.last?.contains(#""sameAnswer":true"#) == true)
  }

  /// A question without two sides.
  struct OneSided: Sendable {
    let log: String
    var sources: [ExactString] = []
    var limits: [ReplayLimit] = []
    let code: String
    let words: String
  }

  @Test(
    "What is missing is named where there are no two sides",
    arguments: [
      OneSided(log: CorpusLog.message, code: "onePoint", words: "`herald diff \(CorpusLog.message) --at 1`"),
      OneSided(
        log: phones, code: "onePoint", words: "--source /installations/1a960001 --source /installations/1a960002"),
      OneSided(
        log: phones, limits: [.revision(2)], code: "noInstallation",
        words: "add --source with a user or a part of a name"),
      OneSided(
        log: CorpusLog.message, sources: ["/none"], limits: [.revision(2)], code: "noInstallation",
        words: "no event's `source` contains this text"),
      OneSided(log: CorpusLog.message, limits: [.revision(0)], code: "noPoint", words: "Nothing had happened"),
      OneSided(log: CorpusLog.message, limits: [.revision(99)], code: "noPoint", words: "has no revision 99"),
    ])
  func oneSide(_ asked: OneSided) throws {
    let error = try #require(throws: LogRefused.self) {
      try Self.report(asked.log, asked.sources, at: asked.limits)
    }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == [asked.code])
    #expect(error.diagnostics.contains { "\($0.what) \($0.why) \($0.fix)".contains(asked.words) })
  }

  @Test("The words say in which languages two phones are shown one rule")
  func languages() throws {
    let lines = try CorpusLog.text("formats/ssvc/forced-below-the-minimum-until-updated").split(separator: "\n")
      .prefix(2)
    let source = try #require(lines[0].firstMatch(of: /"source":"([^"]+)"/)?.1)
    let language = try #require(lines[0].firstMatch(of: /"deviceLanguage":"([^"]+)"/)?.1)
    let other = lines.map { line in
      line.replacing(source, with: "/other").replacing(
        #""deviceLanguage":"\#(language)""#, with: #""deviceLanguage":"ja""#)
    }
    let text = (lines + other).map { "\($0)\n" }.joined()
    let report = try DiffQuestion().answer(in: CorpusLog.events(lines: text))
    #expect(report.words(.plain).contains(", but not the same: language in A "))
    #expect(report.words(.plain).contains("in B ja, Herald's own texts"))
  }
}
