import Herald
import HeraldFormats
import Testing

@testable import HeraldQuestions

@Suite("The work of an analysis")
struct AnalysisWorkTests {
  private static let updates = [
    AnalyzeTests.update("1", #""filters":{"appVersionName":"<4.0"}"#),
    AnalyzeTests.update("2", #""filters":{"appVersionName":"<3.0"}"#),
    AnalyzeTests.update("3", #""forceUpdate":true,"filters":{"deviceOsName":"ios"}"#),
  ]
  private static let document = AgainstTests.document(updates)
  /// Numbers of steps that cut answers short at different places, and the number that an answer has.
  private static let steps = [0, 1, 30, 300, 1_000, 3_000, 10_000, AnalysisWork.most]

  private static func bounded<Answer>(_ steps: Int, _ body: () throws -> Answer) rethrows -> Answer {
    try AnalysisWork(atMost: steps).bounding(body)
  }

  @Test("Whatever is left out, a rule is said to be what it is or is not decided", arguments: steps)
  func rules(_ steps: Int) throws {
    let question = AnalyzeQuestion(Self.document, named: "p.json")
    let (whole, cut) = (try question.answer(), try Self.bounded(steps) { try question.answer() })
    #expect(whole.limit == nil)
    #expect(AnalyzeTests.verdicts(whole) == ["shown", "covered by update:1", "shown"])
    #expect(cut.rules.count == whole.rules.count)
    for (known, rule) in zip(AnalyzeTests.verdicts(whole), AnalyzeTests.verdicts(cut)) {
      #expect(rule == known || rule.contains("steps"), "\(rule) is \(known)")
    }
    #expect(cut.limit == nil ? cut.json == whole.json : steps < AnalysisWork.most)
  }

  @Test("With no work at all the answer names the number of steps, in words and as JSON")
  func nothing() throws {
    let answer = try Self.bounded(0) { try AnalyzeQuestion(Self.document, named: "p.json").answer() }
    #expect(answer.counts.notDecided == 3)
    #expect(answer.words.contains("not decided: the answer takes more than 0 steps"))
    #expect(answer.words.hasSuffix("! Not all was looked at: the answer takes more than 0 steps.\n"))
    #expect(answer.json.hasSuffix(#""notDecided":3,"limit":"the answer takes more than 0 steps"}}"# + "\n"))
  }

  @Test("Whatever is left out, two documents are told apart by logs, or nothing is ruled out", arguments: steps)
  func against(_ steps: Int) throws {
    let question = AgainstQuestion(
      Self.document, named: "p.json", against: AgainstTests.document(Array(Self.updates.prefix(2))), named: "old.json")
    let (whole, cut) = (try question.answer(), try Self.bounded(steps) { try question.answer() })
    #expect(AgainstTests.verdicts(whole) == ["doesNotHold", "doesNotHold", "doesNotHold", "holds"])
    for (known, verdict) in zip(AgainstTests.verdicts(whole), AgainstTests.verdicts(cut)) {
      #expect(verdict == known || verdict == "notDecided" && steps < AnalysisWork.most)
    }
  }

  @Test("Whatever is left out, no promise is kept or broken that is not", arguments: steps)
  func promises(_ steps: Int) throws {
    let statements = [
      #"{"every":{"deviceOsName":"ios","appVersionName":">=4.0"},"is":"forced"}"#, #"{"every":{},"canLeave":"force"}"#,
      #"{"rule":"update:2","is":"reachable"}"#, #"{"no":{},"isAsked":{"moreThan":3,"inHours":24}}"#,
      #"{"against":"old.json","exits":"noMore"}"#,
    ]
    let promises = try PromiseFile("[\(statements.joined(separator: ","))]", named: "promises.json").promises
    var question = PromisesQuestion(Self.document, named: "p.json", promises, named: "promises.json")
    question.others = ["old.json": Self.document]
    let asked = question
    let (whole, cut) = (try asked.answer(), try Self.bounded(steps) { try asked.answer() })
    #expect(whole.promises.map(\.verdict.word) == ["holds", "doesNotHold", "doesNotHold", "doesNotHold", "holds"])
    for (known, answer) in zip(whole.promises, cut.promises) {
      let isSame = answer.verdict.word == known.verdict.word
      #expect(isSame || answer.verdict.word == "notDecided" && steps < AnalysisWork.most, "\(answer.promise.text)")
    }
  }

  @Test("An analysis that nobody waits for is cut short")
  func unwanted() throws {
    let updates = (1...20).map { AnalyzeTests.update("\($0)", #""filters":{"appVersionName":"<\#($0).0"}"#) }
    let document = AgainstTests.document(updates)
    let answer = try AnalysisWork(while: { false }).bounding { try AnalyzeQuestion(document, named: "p.json").answer() }
    #expect(answer.limit != nil)
    #expect(answer.counts.notDecided > 0)
  }
}
