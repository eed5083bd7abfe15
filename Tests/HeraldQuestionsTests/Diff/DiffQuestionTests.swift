import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("A question about a difference")
struct DiffQuestionTests {
  @Test("Two points of one log are compared")
  func pointsAreCompared() throws {
    let question = DiffQuestion(at: [.revision(3), .revision(9)])
    let report = try question.answer(in: CorpusLog.events(CorpusLog.message))
    #expect((report.left.step.event.revision, report.right.step.event.revision) == (3, 9))
    #expect(report.json.hasPrefix("{\"point\":\"a\""))
    #expect(report.words(.plain).contains("after revision"))
  }

  @Test("Two logs are compared at their ends, and the second is opened once, after the first was read")
  func logsAreCompared() throws {
    var opened: [String] = []
    func other() throws -> LoggedEvents {
      opened.append("update/forced-until-updated")
      return try CorpusLog.events("update/forced-until-updated")
    }
    let report = try DiffQuestion().answer(in: CorpusLog.events(CorpusLog.message), and: other())
    #expect(opened.count == 1)
    #expect(report.left.source != report.right.source)
  }

  @Test("One installation at its end is refused, because there is nothing to compare with")
  func onePointIsRefused() throws {
    let error = #expect(throws: LogRefused.self) {
      try DiffQuestion().answer(in: CorpusLog.events(CorpusLog.message))
    }
    #expect(error?.diagnostics.map(\.code) == [Diagnostic.Code(QuestionCode.onePoint)])
  }
}
