import Foundation
import Herald
import HeraldCorpus
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer to a bisection")
struct BisectAnswerTests {
  private static let fleet = "log/several-installations-interleaved"

  /// The answer about some events, with whether the condition ever held.
  private static func bisected(
    _ condition: String, of source: ExactString? = nil, until limit: ReplayLimit? = nil,
    _ events: () throws -> LoggedEvents = { try CorpusLog.events(CorpusLog.message) }
  ) throws -> (held: Bool, answer: SentAnswer) {
    let question = BisectQuestion(try Condition(condition), of: source, until: limit)
    var held: Set<Bool> = []
    let answer = try SentAnswer { held.insert(try question.answer(in: events(), to: $0)) }
    #expect(held.count == 1)
    return (held == [true], answer)
  }

  @Test("The first and the last event of a condition are named, its turns, and its state at the end")
  func turns() throws {
    let (held, answer) = try Self.bisected("visible.rule == message:101")
    #expect(held)
    #expect(answer.lines.count == 2)
    let line = try #require(answer.lines.first)
    #expect(
      line.hasPrefix(
        #"{"source":"/installations/aa10c4e9","first":{"revision":3,"id":"aa10c4-0003","type":"prompt.shown","#))
    #expect(line.contains(#""values":[{"field":"visible.rule","before":null,"after":"message:101"}]}"#))
    #expect(line.contains(#""ceased":{"revision":4,"#))
    #expect(line.contains(#""beginnings":3,"holdsAtEnd":false,"#))
    #expect(answer.lines.last == #"{"summary":{"installations":1,"held":1,"holdAtEnd":0}}"#)
    for line in answer.lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("The words say when a condition turned, from which value to which")
  func words() throws {
    let words = try Self.bisected("records[\"message:101\"].shown >= 3").answer.words
    #expect(words.contains("holds after  revision 16, "))
    #expect(words.contains("records[\"message:101\"].shown  2 → 3"))
    #expect(words.contains("at the end   it holds (revision 20)"))
    #expect(words.contains("It held in 1 of 1 installation, and holds at the end in 1."))
  }

  @Test("A condition that holds before any event holds from the beginning")
  func beginning() throws {
    let answer = try Self.bisected("not visible").answer
    #expect(answer.lines.first?.contains(#""first":{"revision":0,"id":null,"#) == true)
    #expect(answer.lines.first?.contains(#""ceased":{"revision":3,"#) == true)
    #expect(answer.words.contains("from the beginning, before any event"))
  }

  @Test("A condition that never holds is told as that")
  func never() throws {
    let (held, answer) = try Self.bisected("counts.clockSteps > 0")
    #expect(!held)
    #expect(answer.words == "It never holds, in 1 installation.\n")
    #expect(answer.lines.first?.contains(#""first":null,"ceased":null,"beginnings":0"#) == true)
    #expect(try Self.bisected("counts.clockSteps > 0") { try CorpusLog.events("clock/set-back-two-days") }.held)
  }

  @Test("All installations of a log are looked at, or the one that is named")
  func installations() throws {
    let events = { try CorpusLog.events(Self.fleet) }
    let sources = try CorpusLog.replayed(.states, events()).count
    #expect(sources > 1)
    let all = try Self.bisected("revision >= 2", events).answer.lines
    #expect(all.count == sources + 1)
    let source = try #require(try JSONNode.read(all[0]).node[name: "source"]?.string)
    let one = try Self.bisected("revision >= 2", of: ExactString(source), events).answer.lines
    #expect(one.first == all[0])
    #expect(one.count == 2)
    #expect(try !Self.bisected("revision >= 2", until: .revision(1), events).held)
    let error = try #require(throws: LogRefused.self) { try Self.bisected("revision >= 2", of: "/none", events) }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.map(\.code.name) == ["noInstallation"])
  }

  @Test(
    "A bisection agrees with the expected states of every case of the corpus",
    arguments: ["visible", "counts.clockSteps > 0", "refused.reason == invalidJSON"])
  func corpus(condition: String) throws {
    var held = 0
    for log in try FieldLog.all(in: Corpus.folder) {
      let expected = try String(contentsOf: log.expectation, encoding: .utf8)
      if expected.hasPrefix(#"{"refused""#) { continue }
      let states = expected.split(separator: "\n").filter { $0.contains(#""counts":"#) }.map(String.init)
      let reading = ReadingOptions(
        skipsInvalid: log.arguments.contains("--skip-invalid"), isPartial: log.arguments.contains("--partial"))
      let answer = try Self.bisected(condition) { try CorpusLog.events(log.name, reading: reading) }.answer
      let lines = answer.lines.dropLast()
      #expect(lines.count == states.count, "\(log.name)")
      let atEnd = try states.count { try Self.holds(condition, in: $0) }
      #expect(lines.count { $0.contains(#""holdsAtEnd":true"#) } == atEnd, "\(log.name)")
      held += lines.count { !$0.contains(#""first":null"#) }
    }
    #expect(held > 0)
  }

  /// True if the condition holds, computed from the JSON of the state.
  private static func holds(_ condition: String, in state: String) throws -> Bool {
    let root = try JSONSerialization.jsonObject(with: Data(state.utf8)) as? [String: Any]
    let words = condition.split(separator: " ")
    let value = words[0].split(separator: ".").reduce(root as Any?) { ($0 as? [String: Any])?[String($1)] }
    switch words.count {
    case 1: return value != nil && !(value is NSNull)
    default: return words[1] == ">" ? (value as? Int ?? 0) > 0 : value as? String == String(words[2])
    }
  }
}
