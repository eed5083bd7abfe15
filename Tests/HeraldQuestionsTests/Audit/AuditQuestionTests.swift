import HeraldFormats
import HeraldLog
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

  /// The answer about some events, with whether nothing disagrees.
  private static func audited(
    _ question: AuditQuestion = AuditQuestion(), _ events: () throws -> LoggedEvents
  ) throws -> (agrees: Bool, answer: SentAnswer) {
    var agrees: Set<Bool> = []
    let answer = try SentAnswer { agrees.insert(try question.answer(in: events(), to: $0)) }
    #expect(agrees.count == 1)
    return (agrees == [true], answer)
  }

  @Test("Nothing disagrees in a log that agrees with its policy")
  func obedient() throws {
    let (agrees, answer) = try Self.audited { try CorpusLog.events(CorpusLog.message) }
    #expect(agrees)
    #expect(answer.lines.filter { $0.contains(#""verdict":"justified""#) }.count == 3)
    #expect(answer.lines.last?.contains(#""justified":3,"unjustified":0,"missed":0,"open":0"#) == true)
  }

  @Test("A prompt that should not have been shown is named with the command that explains it")
  func unjustified() throws {
    let log = "session/prompt-already-visible"
    let (agrees, answer) = try Self.audited { try CorpusLog.events(log) }
    #expect(!agrees)
    #expect(answer.words.contains("message:1 (message) was shown, though nothing should have been (revision 4"))
    #expect(answer.words.contains("herald why \(log)"))
    #expect(answer.words.contains("1 unjustified"))
  }

  @Test("The commands of an answer read the log as it was read")
  func flags() throws {
    var question = AuditQuestion()
    question.flags = " --partial"
    question.showsAll = true
    let (_, answer) = try Self.audited(question) {
      try CorpusLog.events("log/with-gaps", reading: ReadingOptions(isPartial: true))
    }
    #expect(answer.words.contains(" --partial\n"))
  }

  private static let numbered = "log/several-installations-interleaved"

  @Test("Of a plain log it is said what its lines prove, and what a ledger alone proves")
  func lines() throws {
    let (_, answer) = try Self.audited { try CorpusLog.events(Self.numbered) }
    #expect(answer.lines.last?.contains(#""lines":{"numbered":3,"unnumbered":0,"gaps":0,"#) == true)
    #expect(answer.words.contains("no revision is missing between the first and the last"))
    #expect(answer.words.contains("1 document matches its digest"))
    #expect(answer.words.contains("a plain log has no hash chain"))
  }

  @Test("Lines without revisions prove less, and gaps are counted")
  func unnumberedLines() throws {
    let (_, unnumbered) = try Self.audited {
      try CorpusLog.events("log/lines-without-revision-and-blank-lines")
    }
    #expect(unnumbered.words.contains("without revisions: a missing line would not show"))
    let (_, gaps) = try Self.audited {
      try CorpusLog.events("log/with-gaps", reading: ReadingOptions(isPartial: true))
    }
    #expect(gaps.words.contains("revisions are missing in"))
  }

  @Test("A ledger is proved by its chain, and the lines of a log by nothing besides")
  func chain() throws {
    let scratch = try Scratch()
    try scratch.take(CorpusLog.text(Self.numbered))
    let path = scratch.path("ledger.sqlite")
    let (agrees, answer) = try Self.audited {
      LoggedEvents(try LedgerReader(path: path, reading: Formats.reading), named: LogName(path))
    }
    #expect(agrees)
    #expect(
      answer.lines.last?.contains(
        #""chain":"intact","derived":"equal","replaced":0,"forgotten":0,"withoutSalt":14,"comparedHeads":0,"lines":null"#
      ) == true)
  }
}
