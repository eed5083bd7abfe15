import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer about the effect of a rule")
struct EffectAnswerTests {
  private static func answer(
    _ log: String, of rule: ExactString? = nil, after days: Int? = nil, until limit: ReplayLimit? = nil
  ) throws -> EffectAnswer {
    try EffectQuestion(of: rule, after: days, until: limit).answer(in: CorpusLog.events(lines: log))
  }

  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test("The answer is the first line, with figures, bars and how to read them below")
  func words() throws {
    var told: [Diagnostic] = []
    let events = try CorpusLog.events(lines: EffectLog.fleet()) { told.append($0) }
    let words = try EffectQuestion(of: "update:7", after: 8).answer(in: events).words
    #expect(
      Self.lines(words).first
        == "Of 60 installations due to see the prompt, 80.0 % were on 2.4.0 or later after 8 days; of 60 held out, 40.0 %: "
        + "40.0 points more (95 %: 22.7 to 54.1).")
    #expect(words.contains("24  40.0 %  28.6–52.6  not reached\n"))
    #expect(words.contains("How to read this\n"))
    #expect(told.isEmpty)
  }

  @Test("Without a rule each experiment is told in short, and what they share once")
  func brief() throws {
    let two = EffectLog.fleet(
      #"""
      {"packageName":"p","holdout":{"id":"h","percent":50},"updates":[
      {"id":7,"targetVersion":"2.4.0","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}},
      {"id":8,"targetVersion":"2.5","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}],
      "messages":[{"id":1,"descriptions":{"*":{"message":"m"}}}]}
      """#)
    let shown =
      "  Few saw the prompt: 0 of 60 installations due to see the prompt. The figures say little about the prompt itself."
    let period = "  Installations entered on 2026-03-02; the log ends on 2026-03-10 (days in UTC)."
    #expect(
      try Self.lines(Self.answer(two, after: 8).words) == [
        "update:7 → 2.4.0: with and without the prompt",
        "  Of 60 installations due to see the prompt, 80.0 % were on 2.4.0 or later after 8 days; of 60 held out, 40.0 %: "
          + "40.0 points more (95 %: 22.7 to 54.1).",
        period, shown,
        "update:8 → 2.5: with and without the prompt",
        "  No clear difference. Of 60 installations due to see the prompt, 0.0 % were on 2.5 or later after 8 days; of 60 held "
          + "out, 0.0 %: 0.0 points more (95 %: −6.0 to 6.0).",
        period, shown,
        "message:1: nothing to measure, a message asks for no update.",
        "The holdout holds back all optional prompts and messages of a document, so a difference is what they did together, "
          + "not what one rule did.",
        "In full: --rule update:7",
      ])
  }

  @Test("JSON has one line for each experiment, and one for a rule without an update, from a log as from its ledger")
  func json() throws {
    let log = EffectLog.fleet()
    let json = try Self.answer(log, after: 8).json
    let lines = Self.lines(json)
    #expect(lines.count == 2)
    let effect = try JSONNode.read(lines[0]).node
    #expect(effect[name: "rule"]?.string == "update:7")
    #expect(effect[name: "question"]?.string == "holdout")
    #expect(
      lines[1]
        == #"{"rule":"message:1","target":null,"question":null,"verdict":"nothingToMeasure","why":"message","#
        + #""says":"message:1: nothing to measure, a message asks for no update.","arms":[],"comparisons":[],"cautions":[]}"#
    )
    let scratch = try Scratch()
    let stored = try EffectQuestion(after: 8).answer(in: CorpusLog.events(ledgerOf: log, in: scratch))
    #expect(stored.json == json)
  }

  @Test("A log that is ended earlier is too early to tell")
  func until() throws {
    let limit = ReplayLimit.time(try time("2026-03-09T00:00:00Z").moment)
    let json = try Self.answer(EffectLog.fleet(), after: 8, until: limit).json
    #expect(json.contains(#""arm":"shown","variant":null,"entered":60,"sawBefore":0,"followed":0,"#))
    #expect(json.contains(#""says":"Too early to tell: "#))
    #expect(json.contains(#""verdict":"tooEarly""#))
  }

  @Test("On a narrow terminal each figure of a group has a line", arguments: [40, 60])
  func narrow(_ width: Int) throws {
    let answer = try Self.answer(EffectLog.fleet(), of: "update:7")
    let words = answer.words(.plain, width: width).wrapped(to: width)
    #expect(Self.lines(words).allSatisfy { $0.unicodeScalars.count <= width })
    #expect(Self.lines(words).contains { $0.hasPrefix("    followed") })
  }
}

@Suite("The refusal of a question about the effect of a rule")
struct EffectRefusalTests {
  private static let rule =
    #"{"id":7,"targetVersion":"2.4.0","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}"#

  /// The lines of one launch with a document.
  private static func launch(_ members: String) -> String {
    var log = EffectLog(#"{"packageName":"p",\#(members)}"#)
    log.add("1", 0, "app.launched", #"{"properties":{"appPackageName":"p","appVersionName":"2.3"}}"#)
    log.fetch("1", day: 0)
    return log.text()
  }

  /// The code of the refusal, and its what, why and fix.
  private static func refusal(_ log: String, of rule: ExactString? = nil) throws -> (codes: [String], words: String) {
    let error = try #require(throws: LogRefused.self) {
      try EffectQuestion(of: rule).answer(in: CorpusLog.events(lines: log))
    }
    #expect(error.exitStatus == .invalid)
    return (
      error.diagnostics.map(\.code.name), error.diagnostics.map { "\($0.what) \($0.why) \($0.fix)" }.joined()
    )
  }

  @Test(
    "A log without an experiment says why, and what to do about it",
    arguments: [
      (#""updates":[]"#, "has a rule, or all of its rules are invalid", "`herald lint` names invalid rules"),
      (#""updates":[{"id":7}]"#, "has a rule, or all of its rules are invalid", "`herald lint` names invalid rules"),
      (#""holdout":{"id":"h","percent":0},"updates":[\#(rule)]"#, "holds out 0 % of", "`percent` between 0 and 100"),
      (
        #""holdout":{"id":"h","percent":100},"updates":[\#(rule)]"#, "holds out 100 % of", "`percent` between 0 and 100"
      ),
      (#""updates":[\#(rule)]"#, "has a `holdout` for an optional rule", "give the document a `holdout`"),
    ])
  func whyNoExperiment(_ members: String, _ why: String, _ fix: String) throws {
    let (codes, words) = try Self.refusal(Self.launch(members))
    #expect(codes == ["noExperiment"])
    #expect(words.contains(why))
    #expect(words.contains(fix))
  }

  @Test("An empty log has no effect to compute, since no event was read")
  func emptyLog() throws {
    let (codes, words) = try Self.refusal("")
    #expect(codes == ["noEvents"])
    #expect(!words.contains("holdout"))
  }

  @Test("A rule that is invalid is not told to be missing")
  func invalidRule() throws {
    let log = Self.launch(#""holdout":{"id":"h","percent":10},"updates":[\#(Self.rule),{"id":8}]"#)
    let (codes, words) = try Self.refusal(log, of: "update:9000")
    #expect(codes == ["noSuchRule"])
    #expect(words.contains("or where one has it, the rule is invalid"))
    #expect(words.contains("`herald lint` names invalid rules"))
  }

  @Test("A rule under a holdout of nobody is told so")
  func ruleUnderEmptyHoldout() throws {
    let log = Self.launch(#""holdout":{"id":"h","percent":0},"updates":[\#(Self.rule)]"#)
    let (codes, words) = try Self.refusal(log, of: "update:7")
    #expect(codes == ["noExperiment"])
    #expect(words.contains("the `holdout` holds out 0 % of the installations"))
  }

  @Test(
    "A rule without an update to measure is told what to do about it",
    arguments: [
      (#""messages":[{"id":1,"descriptions":{"*":{"message":"m"}}}]"#, "who opened a message"),
      (
        #""updates":[{"id":7,"targetPackageName":"q","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}]"#,
        "the app that the rule is about"
      ),
      (
        #""updates":[{"id":7,"targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}]"#,
        "give the rule a `targetVersion` or a `targetVersionCode`"
      ),
    ])
  func fixes(_ members: String, _ fix: String) throws {
    let (codes, words) = try Self.refusal(Self.launch(#""holdout":{"id":"h","percent":10},\#(members)"#))
    #expect(codes == ["nothingToMeasure"])
    #expect(words.contains(fix))
  }

  @Test("A misspelt rule, a message and a log without experiments each say what is wrong")
  func nothingToSay() throws {
    let misspelt = try Self.refusal(EffectLog.fleet(), of: "update:8")
    #expect(misspelt.codes == ["noSuchRule"])
    #expect(misspelt.words.contains("did you mean `update:7`?"))
    #expect(try Self.refusal(EffectLog.fleet(), of: "message:1").codes == ["nothingToMeasure"])
    #expect(try Self.refusal(CorpusLog.text(CorpusLog.message)).codes == ["noExperiment"])
  }
}
