import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Finding installations")
struct FindLawTests {
  private func events(_ lines: [String]) throws -> LoggedEvents {
    try CorpusLog.events(
      lines: lines.map { $0 + "\n" }.joined(), reading: ReadingOptions(isPartial: true))
  }

  private func streams(_ lines: [String]) throws -> [ExactString: [NaiveEvent]] {
    var naive = NaiveEvents()
    try events(lines).replay(visitor: &naive)
    return naive.streams
  }

  /// The lines of an answer, shortened to what the naive answer has too.
  private func found(_ question: FindQuestion, _ lines: [String]) throws -> [String] {
    let answer = try question.answer(in: events(lines))
    return try answer.json.split(separator: "\n").map { line in
      let node = try JSONNode.read(String(line)).node
      // Names that no event has are told besides, and change no figure.
      if node[name: "summary"] != nil { return String(line.replacing(/,"remarks":\[.*\]/, with: "")) }
      return shortened(node)
    }
  }

  private func shortened(_ node: JSONNode) -> String {
    let users = if case .array(let users)? = node[name: "users"]?.value { users.compactMap(\.string) } else { [""] }
    var parts = [node[name: "source"]?.string ?? "", users.joined(separator: ",")]
    for name in ["last", "first", "lastHeld"] {
      let event = node[name: name]
      parts += [event?[name: "id"]?.string, event?[name: "type"]?.string, event?[name: "time"]?.string].map {
        $0 ?? "-"
      }
    }
    if case .number(let text)? = node[name: "beginnings"]?.value { parts.append(text) }
    if case .bool(let holds)? = node[name: "holdsAtEnd"]?.value { parts.append(holds ? "holds" : "ceased") }
    return parts.joined(separator: " ")
  }

  private func words(_ event: Event?) -> [String] {
    guard let event else { return ["-", "-", "-"] }
    return [event.id.string, event.type.string, event.time.isMissing ? "-" : "\(event.time.moment)"]
  }

  /// An installation of the naive answer.
  private struct Naive {
    let source: ExactString
    let last: Event
    let line: String
    let holdsAtEnd: Bool
  }

  /// The answer by asking every prefix of every stream from its first event on.
  private func naive(
    _ condition: NaiveCondition, _ moment: FindQuestion.Moment, _ streams: [ExactString: [NaiveEvent]]
  ) -> [String] {
    var (asked, found): (Int, [Naive]) = (0, [])
    for (source, all) in streams {
      var events = all
      if case .time(let time) = moment {
        events = Array(all.prefix { $0.event.time.isMissing || $0.event.time.moment <= time })
      }
      guard let last = events.last?.event else { continue }
      asked += 1
      let whole = NaivePrefix(source: source, events: events)
      var parts = [source.string, whole.users.map(\.string).joined(separator: ",")] + words(last)
      if moment == .ever {
        let held = events.indices.map { condition.holds(NaivePrefix(source: source, events: Array(events[...$0]))) }
        guard let first = held.firstIndex(of: true), let end = held.lastIndex(of: true) else { continue }
        let beginnings = held.indices.count { held[$0] && ($0 == 0 || !held[$0 - 1]) }
        parts += words(events[first].event) + words(events[end].event)
        parts += ["\(beginnings)", held.last == true ? "holds" : "ceased"]
        found.append(
          Naive(source: source, last: last, line: parts.joined(separator: " "), holdsAtEnd: held.last == true))
      } else if condition.holds(whole) {
        parts += words(nil) + words(nil)
        found.append(Naive(source: source, last: last, line: parts.joined(separator: " "), holdsAtEnd: true))
      }
    }
    found.sort {
      $0.last.time.moment == $1.last.time.moment ? $0.source < $1.source : $0.last.time.moment > $1.last.time.moment
    }
    let atEnd = moment == .ever ? #""holdAtEnd":\#(found.count { $0.holdsAtEnd }),"# : ""
    return found.map(\.line) + [
      #"{"summary":{"installations":\#(asked),"held":\#(found.count),\#(atEnd)"told":\#(found.count)}}"#
    ]
  }

  @Test(
    "The installations that are found are those that asking every stream by hand finds", arguments: NaiveCondition.all)
  func oracle(condition: NaiveCondition) throws {
    for seed in Seeds.few {
      let lines = RandomFleet.lines(seed: seed, gaps: seed % 2 == 0 && !condition.isOnAudit)
      let streams = try streams(lines)
      let middle = Timestamp(milliseconds: 1_772_438_400_000 + Int64(seed) * 9_000_000)
      for moment in [FindQuestion.Moment.end, .ever, .time(middle)] {
        let question = FindQuestion(where: try Condition(condition.text), at: moment)
        #expect(
          try found(question, lines) == naive(condition, moment, streams), "seed \(seed), \(moment), \(condition.text)")
      }
    }
  }

  /// A text as Foundation compares it without case and marks.
  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  @Test(
    "Who had a user by the moment is found by any part of the name, in any case and without marks", arguments: Seeds.few
  )
  func users(seed: UInt64) throws {
    let lines = RandomFleet.lines(seed: seed, gaps: false)
    let streams = try streams(lines)
    for part in ["ADA", "ze", "zo", "ë", "nobody"] {
      var question = FindQuestion()
      question.user = ExactString(part)
      let had = NaiveCondition("") { prefix in
        prefix.users.contains { user in Self.folded(user.string).utf8.contains(Self.folded(part).utf8) }
      }
      #expect(try found(question, lines) == naive(had, .end, streams), "\(part)")
    }
  }

  /// The lines of a phone on which nothing was decided, with a showing that is recorded again behind a gap.
  private static let recordedAgain = [(1, "p-1"), (4, "p-1"), (5, "p-2")].map { revision, prompt in
    #"{"specversion":"1.0","id":"e-\#(revision)","source":"/Phone/0","type":"prompt.shown","#
      + #""time":"2026-03-02T09:00:0\#(revision)Z","revision":\#(revision),"#
      + #""data":{"prompt":"\#(prompt)","rule":"update:1","kind":"optional"}}"#
  }

  @Test(
    "The verdicts that a condition counts are those of the audit, also behind gaps",
    arguments: [recordedAgain] + Seeds.all.map { RandomFleet.lines(seed: $0, gaps: true) })
  func verdicts(lines: [String]) throws {
    for source in Set(try streams(lines).keys) {
      let own = lines.filter { $0.contains(#""source":"\#(source)""#) }
      let name = LogName("log.jsonl")
      var audit = AuditVisitor(
        report: AuditReport(log: name, flags: "", showsAll: false, BufferedAnswer().sink), beginnings: [],
        checksBudget: false)
      try events(own).fold(into: &audit, until: nil, jobs: 1)
      for verdict in AuditVerdict.allCases {
        let condition = "audit.\(verdict.rawValue) == \(audit.summary.verdicts[verdict] ?? 0)"
        #expect(try FindQuestion(where: Condition(condition)).answer(in: events(own)).held, "\(source), \(condition)")
      }
    }
  }

  @Test("A ledger and its lines have one answer", arguments: Seeds.few)
  func ledger(seed: UInt64) throws {
    let scratch = try Scratch()
    let text = RandomFleet.lines(seed: seed, gaps: false).map { $0 + "\n" }.joined()
    let ledger = try CorpusLog.events(ledgerOf: text, in: scratch)
    for condition in ["event.data.deep.n > 1", "audit.missed > 0", "zone == 0", "event.type == x.other"] {
      for moment in [FindQuestion.Moment.end, .ever] {
        let question = FindQuestion(where: try Condition(condition), at: moment)
        #expect(
          try question.answer(in: ledger).json == question.answer(in: CorpusLog.events(lines: text)).json,
          "\(condition)")
      }
    }
  }

  @Test("A bisection begins to hold at the event that finding names as the first", arguments: NaiveCondition.all)
  func bisection(condition: NaiveCondition) throws {
    let lines = RandomFleet.lines(seed: 3, gaps: false)
    let (asked, parsed) = (FindQuestion(where: try Condition(condition.text), at: .ever), try Condition(condition.text))
    func firsts(_ json: String) throws -> [String: Int] {
      var firsts: [String: Int] = [:]
      for line in json.split(separator: "\n") {
        let node = try JSONNode.read(String(line)).node
        guard let source = node[name: "source"]?.string, let first = node[name: "first"],
          case .number(let text)? = first[name: "revision"]?.value, let revision = Int(text)
        else { continue }
        firsts[source] = revision
      }
      return firsts
    }
    let found = try firsts(asked.answer(in: events(lines)).json)
    let bisected = try firsts(BisectQuestion(parsed).answer(in: events(lines)).json)
    // A bisection also knows conditions that hold before any event.
    for (source, revision) in bisected where revision > 0 { #expect(found[source] == revision, "\(source)") }
    for (source, revision) in found where bisected[source] != 0 { #expect(bisected[source] == revision, "\(source)") }
  }
}
