import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("A question about a difference")
struct DiffQuestionTests {
  @Test("Two points of one log are compared, and the log is opened once")
  func pointsAreCompared() throws {
    var opened: [String] = []
    let question = DiffQuestion(of: [CorpusLog.message], at: [.revision(3), .revision(9)])
    let report = try question.answer {
      opened.append($0)
      return try CorpusLog.events($0)
    }
    #expect(opened == [CorpusLog.message])
    #expect((report.left.step.event.revision, report.right.step.event.revision) == (3, 9))
    #expect(report.json.hasPrefix("{\"point\":\"a\""))
    #expect(report.words(.plain).contains("after revision"))
  }

  @Test("Two logs are compared at their ends, and each is opened once")
  func logsAreCompared() throws {
    var opened: [String] = []
    let logs = [CorpusLog.message, "update/forced-until-updated"]
    let report = try DiffQuestion(of: logs).answer {
      opened.append($0)
      return try CorpusLog.events($0)
    }
    #expect(opened == logs)
    #expect(report.left.source != report.right.source)
  }

  @Test("One installation at its end is refused, because there is nothing to compare with")
  func onePointIsRefused() throws {
    let error = #expect(throws: LogRefused.self) {
      try DiffQuestion(of: [CorpusLog.message]).answer { try CorpusLog.events($0) }
    }
    #expect(error?.diagnostics.map(\.code) == [Diagnostic.Code(QuestionCode.onePoint)])
  }
}
