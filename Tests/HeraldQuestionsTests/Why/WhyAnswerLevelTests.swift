import Herald
import HeraldQuestions
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@Suite("The parts of the answer to why")
struct WhyAnswerLevelTests {
  @Test("Why says as much as the level asks for")
  func levels() throws {
    let answer = try WhyQuestion(at: 9).answer(in: CorpusLog.events(CorpusLog.message))
    let (sentence, path, all) = (
      answer.words(.plain, .sentence), answer.words(.plain, .path), answer.words(.plain, .all)
    )
    #expect(sentence.split(separator: "\n").count == 1)
    #expect(
      sentence.hasPrefix("Nothing is shown: message:101 is not due yet: not enough time since the last showing"))
    #expect(path.contains(sentence))
    #expect(all.contains(sentence))
    #expect(path.contains("✗ period"))
    #expect(path.contains("Based on"))
    #expect(path.contains("Valid until"))
    #expect(!path.contains("✓"))
    #expect(all.contains("✓ count"))
  }

  @Test("Why not and why again have one sentence at the level of a sentence")
  func otherSentences() throws {
    let events = { try CorpusLog.events(CorpusLog.message) }
    let not = try WhyQuestion(.not("message:101"), at: 9).answer(in: events()).words(.plain, .sentence)
    #expect(not.split(separator: "\n").count == 1)
    #expect(not.hasPrefix("message:101 was not shown"))
    let again = try WhyQuestion(.again).answer(in: events()).words(.plain, .sentence)
    #expect(again.split(separator: "\n").count == 1)
  }

  /// The last decision of a log for which a line of JSON has a text.
  private static func revision(in log: String, having text: String) throws -> Int {
    let lines = try CorpusLog.replayed(.decisions, CorpusLog.events(log)).filter { $0.contains(text) }
    let line = try #require(lines.last)
    return try #require(try JSONNode.read(line).node[name: "revision"]?.integer)
  }

  @Test(
    "Why lists each step before the rules, up to the one that ends the decision",
    arguments: [
      (CorpusLog.message, 9, 7, nil),
      ("push/waits-for-the-next-order", nil, 6, "✓ push            a push asked for an update"),
    ] as [(String, Int?, Int, String?)])
  func stepsBeforeTheRules(_ log: String, _ revision: Int?, _ count: Int, _ end: String?) throws {
    let words = try WhyQuestion(at: revision ?? Self.revision(in: log, having: #""rule":"push""#))
      .answer(in: CorpusLog.events(log)).words(.plain, .all)
    let list = try #require(words.components(separatedBy: "Checked before the rules\n").last)
    let steps = list.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    #expect(steps.count == count)
    #expect(steps.allSatisfy { $0.hasPrefix("  ✓ ") })
    if let end { #expect(steps.last?.contains(end) == true) }
  }

  @Test("Why ends its list with the step that ended the decision before the rules")
  func decidingStep() throws {
    let log = "session/prompt-already-visible"
    let decisions = try CorpusLog.replayed(.decisions, CorpusLog.events(log))
    let ended = try JSONNode.read(try #require(decisions.first { $0.contains("alreadyVisible") })).node
    let question = WhyQuestion(
      of: ended[name: "source"]?.string.map { ExactString($0) }, at: ended[name: "revision"]?.integer)
    let words = try question.answer(in: CorpusLog.events(log)).words(.plain, .all)
    #expect(words.contains("  ✓ notLaunched     the app was launched\n  ✗ alreadyVisible  "))
    #expect(words.contains("is on the screen  (revision "))
    #expect(words.contains("nothing after it was checked"))
  }
}
