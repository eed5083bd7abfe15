import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("A question about one decision")
struct WhyQuestionTests {
  @Test("Why nothing was shown is answered from any log, as JSON and in words")
  func decisionIsExplained() throws {
    let answer = try WhyQuestion(at: 9).answer(in: CorpusLog.events(CorpusLog.message))
    let sentence = answer.words(.plain, .sentence)
    #expect(sentence.hasPrefix("Nothing is shown: message:101 is not due yet"))
    #expect(answer.words(.plain, .all).contains(sentence.dropLast()))
    #expect(answer.json.hasPrefix("{\"source\":\"/installations/aa10c4e9\""))
    #expect(answer.json.hasSuffix("}\n"))
  }

  @Test("Why a rule was not shown is answered with the other installations, and a log of one has none")
  func ruleIsExplained() throws {
    let events = try CorpusLog.events(CorpusLog.message)
    var question = WhyQuestion(.not("message:101"), at: 9)
    question.findsOthers = true
    let answer = try question.answer(in: events)
    #expect(answer.json.contains("\"not\":\"message:101\""))
    let others = try #require(answer.others)
    #expect(others.json.contains("\"installations\":1"))
    #expect(answer.json.hasSuffix(others.json))
  }

  @Test("Why a prompt came again names its showings")
  func showingsAreNamed() throws {
    let answer = try WhyQuestion(.again).answer(in: CorpusLog.events(CorpusLog.message))
    #expect(answer.words(.plain, .sentence).contains("is shown for the third time"))
  }

  @Test(
    "A test that compared nothing says whether the rule asks it, and what lifted it",
    arguments: [
      (8, "skipped   lifted: the user asked for the check"), (21, "skipped   not asked of kind force"),
      (21, "period    not set"),
    ])
  func silentTestsSayWhy(revision: Int, words: String) throws {
    let log = try CorpusLog.events("update/skipped-until-the-next-version")
    let answer = try WhyQuestion(of: "2e90b6aa", at: revision).answer(in: log)
    #expect(answer.words(.plain, .all).contains(words))
  }

  @Test(
    "What time alone changes is said with what is shown then",
    arguments: [
      ("attention/twice-a-day-and-five-a-week", 16, "any new event: then update:v42 (optional) is due."),
      ("clock/traveller-changes-zone", 7, "another time zone may: the dates of message:1 are read on the device"),
      (
        "push/for-another-user", 2,
        "It is decided again at the next fetch, return or operation.\n"
      ),
      (
        "deadline/three-times-later-and-then-not", 12,
        "It is decided again at the next fetch, return or operation.\n"
      ),
    ])
  func validityIsTold(log: String, revision: Int, words: String) throws {
    let first: ExactString? = log.hasPrefix("attention") ? "3682bd04" : nil
    let answer = try WhyQuestion(of: first, at: revision).answer(in: CorpusLog.events(log))
    #expect(answer.words(.plain, .all).contains(words))
  }

  @Test("The sentence says why an optional update became a force")
  func sentenceSaysWhyAKindChanged() throws {
    let answer = try WhyQuestion(at: 12).answer(in: CorpusLog.events("deadline/three-times-later-and-then-not"))
    let words = "Its kind is force since 2026-11-04T09:00:03.000Z, after `later` was chosen 3 times and 1 h passed"
    #expect(answer.words(.plain, .sentence).contains(words))
  }

  @Test("A push that waits is not told as one that changed nothing")
  func waitingPushIsTold() throws {
    let answer = try WhyQuestion(at: 9).answer(in: CorpusLog.events("push/for-another-user"))
    #expect(answer.words(.plain, .sentence).hasPrefix("Revision 9 (push received) waits for its moment: "))
  }

  @Test("A question is refused for an installation that the log lacks, and for a revision that it lacks")
  func questionsWithoutAnswerAreRefused() throws {
    let questions = [
      (WhyQuestion(of: "nobody"), QuestionCode.noInstallation), (WhyQuestion(at: 999), .noDecision),
      (WhyQuestion(.again, at: 1), .noDecision),
    ]
    for (question, code) in questions {
      let error = #expect(throws: LogRefused.self) {
        try question.answer(in: CorpusLog.events(CorpusLog.message))
      }
      #expect(error?.diagnostics.map(\.code) == [Diagnostic.Code(code)])
    }
  }
}
