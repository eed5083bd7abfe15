import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("What is so of every smallest log")
struct MinimizeLawTests {
  /// The logs of the corpus that are short enough, and some random ones.
  private static let logs: [String] =
    Corpus.logs.map(\.text).filter { $0.split(separator: "\n").count < 60 }
    + (0..<12).map { RandomLog.make(seed: $0, policies: RandomLog.resting, phones: 1) }

  /// A question of a log whose answer is a smaller log.
  private struct Asked: CustomTestStringConvertible {
    let log: String
    let source: ExactString
    let revision: Int
    let keeps: KeptAnswer
    var testDescription: String { "\(source) at \(revision), keeping \(keeps.rawValue)" }

    func answer() throws -> MinimizeAnswer {
      try MinimizeQuestion(of: source, at: revision, keeping: keeps).answer(in: CorpusLog.events(lines: log))
    }
  }

  /// The last decision of each installation, and one in the middle, each kept in one of three ways.
  private static let questions: [Asked] = logs.enumerated().flatMap { number, log -> [Asked] in
    guard let reader = try? Rows.reader(log) else { return [] }
    var revisions: [ExactString: [Int]] = [:]
    while (try? reader.nextLines {
      if $0.stream != nil, $0.event.data.decisionTrigger != nil {
        revisions[$0.event.source, default: []].append($0.event.revision)
      }
    }) ?? false {}
    return revisions.sorted { $0.key < $1.key }.flatMap { source, all in
      Set([all[all.count - 1], all[all.count / 2]]).sorted().map { revision in
        Asked(
          log: log, source: source, revision: revision,
          keeps: KeptAnswer.allCases[(number + revision) % KeptAnswer.allCases.count])
      }
    }
  }

  /// The decision of an event, and what the app did otherwise, by the ids of events.
  private struct Lived {
    var decision: [String]?
    var wrong: Set<String> = []

    init(_ log: String, of source: ExactString, at id: ExactString) throws {
      let incident = try Incident(of: source, in: Rows.reader(log), reading: Formats.reading)
      let ids = Dictionary(uniqueKeysWithValues: incident.events.map { ($0.revision, $0.id) })
      var found: [String]?
      var wrong: Set<String> = []
      _ = OriginalEffects(of: incident) { _, moment in
        if let judged = moment.judged, judged.verdict.isDisagreement {
          wrong.insert("\(judged.verdict) \(ids[judged.revision] ?? "")")
        }
        guard incident.events[moment.index].id == id, let decision = moment.decision else { return }
        found =
          [decision.reason.rawValue, "\(decision.prompt?.rule ?? "-")", decision.prompt?.kind.rawValue ?? "-"]
          + decision.considered.map { "\($0.rule.id) \($0.failed?.rawValue ?? "passed")" }
      }
      (decision, self.wrong) = (found, wrong)
    }
  }

  @Test("The small log is valid, has the decision as it was, and accuses nobody anew", arguments: questions)
  private func sameDecision(_ asked: Asked) throws {
    guard let answer = try Self.unlessMissing(asked) else { return }
    let id = answer.asked.id
    let (whole, small) = (
      try Lived(asked.log, of: asked.source, at: id), try Lived(answer.log, of: asked.source, at: id)
    )
    let length = asked.keeps == .shown ? 3 : .max
    #expect(small.decision?.prefix(length) == whole.decision?.prefix(length))
    #expect(small.wrong.isSubset(of: whole.wrong))
    #expect(answer.after.events <= answer.before.events)
    #expect(answer.after.events == answer.log.split(separator: "\n").count)
  }

  @Test("Made small again it has the same bytes", arguments: questions)
  private func again(_ asked: Asked) throws {
    guard let answer = try Self.unlessMissing(asked) else { return }
    let lines = answer.log.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains(#""originalrevision":\#(asked.revision),"#) })
    let again = try MinimizeQuestion(of: asked.source, at: place + 1, keeping: asked.keeps)
      .answer(in: CorpusLog.events(lines: answer.log))
    #expect(again.log == answer.log)
  }

  @Test("A ledger that has the original refuses the lines of the small log", arguments: questions.prefix(6))
  private func ledgerRefuses(_ asked: Asked) throws {
    guard let answer = try Self.unlessMissing(asked) else { return }
    let scratch = try Scratch()
    try scratch.take(asked.log, into: "ledger.sqlite")
    #expect(throws: LogRefused.self) { try scratch.take(answer.log, into: "ledger.sqlite") }
  }

  /// Nil where the question is refused because events are missing, which is checked elsewhere.
  private static func unlessMissing(_ asked: Asked) throws -> MinimizeAnswer? {
    do { return try asked.answer() } catch let refused as LogRefused {
      #expect(refused.diagnostics.first?.code.name == "restsOnMissing")
      return nil
    }
  }
}
