import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("The events of a log")
struct LoggedEventsTests {
  @Test("A file is opened once more for a check, once for a choice of an installation, and not again after it")
  func filesAreReadBeforehand() throws {
    var opened = 0
    let events = try CorpusLog.events(
      CorpusLog.message,
      reopen: {
        opened += 1
        return try CorpusLog.source(CorpusLog.message)
      })
    try events.check()
    #expect(opened == 1)
    let only = try events.only("aa10")
    #expect(opened == 2)
    #expect(only.selected == "/installations/aa10c4e9")
    try only.check()
    #expect(opened == 2)
  }

  @Test("A reading is followed by the log's name, to its end, also where a visitor fails")
  func readingsAreFollowed() throws {
    var told: [String] = []
    let events = try CorpusLog.events(
      CorpusLog.message,
      progress: { label in
        told.append(label)
        return ReadingProgress(at: { _ in }, end: { told.append("end") })
      })
    var visitor = FailingVisitor()
    #expect(throws: FailingVisitor.Failed.self) { try events.replay(visitor: &visitor) }
    #expect(told == [CorpusLog.message, "end"])
  }
}

private struct FailingVisitor: ReplayVisitor {
  struct Failed: Error {}
  mutating func visit(_ moment: inout ReplayMoment) throws {
    if moment.decision != nil { throw Failed() }
  }
}
