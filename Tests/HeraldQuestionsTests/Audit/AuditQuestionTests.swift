import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A question about all prompts of a log")
struct AuditQuestionTests {
  @Test("The answer is sent part by part, in the form that is taken, and says whether anything disagrees")
  func partsAreSent() throws {
    var lines: [UInt8] = []
    var words = ""
    let question = AuditQuestion()
    #expect(try question.answer(in: CorpusLog.events(CorpusLog.message), to: .json { lines += $0 }))
    #expect(try question.answer(in: CorpusLog.events(CorpusLog.message), to: .words(.plain) { words += $0 }))
    let last = try #require(String(decoding: lines, as: UTF8.self).split(separator: "\n").last)
    #expect(last.hasPrefix("{\"summary\":"))
    #expect(words.contains("Prompts  "))
  }

  @Test("Heads are refused for a log without a chain")
  func headsNeedAChain() throws {
    var question = AuditQuestion()
    let line = #"{"source":"a","revision":1,"chain":"\#(String(repeating: "0", count: 64))"}"#
    question.heads = try KnownHeads.heads(inLines: Array("\(line)\n\n{\"heads\":[\(line)]}".utf8), of: "heads")
    #expect(question.heads.count == 2)
    #expect(throws: (any Error).self) {
      try question.answer(in: CorpusLog.events(CorpusLog.message), to: .json { _ in })
    }
  }
}
