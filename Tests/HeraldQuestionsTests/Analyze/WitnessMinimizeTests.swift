import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

/// The log of an analysis keeps the document and a usual device whole, so that people know both. All else has to be needed.
@Suite("The logs of an analysis are small")
struct WitnessMinimizeTests {
  @Test("No event can leave the log that shows a rule", arguments: 10...15 as ClosedRange<UInt64>)
  func noEventIsIdle(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var longest = 0
    for _ in 0..<4 {
      let document = AnalyzeLawTests.randomDocument(&random)
      for rule in try AnalyzeQuestion(document, named: "p").answer().rules {
        guard let witness = rule.witness else { continue }
        let question = MinimizeQuestion(at: witness.revision, keeping: .shown)
        let answer = try question.answer(in: CorpusLog.events(lines: witness.log))
        #expect(answer.after.events == witness.events.count, "\(rule.rule.id) in \(document.text)\n\(witness.log)")
        longest = max(longest, witness.events.count)
      }
    }
    #expect(longest > 2)
  }
}
