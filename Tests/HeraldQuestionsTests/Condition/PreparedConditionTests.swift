import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A condition that was prepared")
struct PreparedConditionTests {
  /// Every path that a condition can name. Of values with any names some that logs have, and one that none has.
  private static func paths(_ shape: FieldShape = .all, _ path: FieldPath = FieldPath([])) -> [FieldPath] {
    let own = path.names.isEmpty ? [] : [path]
    switch shape {
    case .number, .text, .time, .list: return own
    case .any: return own + [["deep"], ["deep", "n"], ["button"]].map { FieldPath(path.names + $0) }
    case .object(let members):
      return own + members.flatMap { paths($0.shape, path.appending($0.name)) }
    case .named(let shape):
      let names: [ExactString] = ["update:1", "message:1", "appVersionName", "deviceModel", "nobody", "push"]
      return own + names.flatMap { paths(shape, path.appending($0)) }
    }
  }

  /// A value as conditions see it: a list, or a value with others below it, is there or not.
  private static func seen(_ field: Field) -> Field {
    switch field {
    case .list: .list([])
    case .object: .object([])
    case .null, .number, .text, .time: field
    }
  }

  /// Compares, after each event, each value that was looked up once with the one that answers tell.
  private struct Comparison: ReplayVisitor {
    let readings = PreparedConditionTests.paths().map { ($0, FieldReading.reading($0)) }
    let needs: ConditionNeeds = [
      .decision, .event, .eventKind, .eventData, .unanswered, .audit, .refusals, .failures,
    ]
    var facts: [ExactString: StreamFacts] = [:]
    var decisions: [ExactString: Decision] = [:]
    private(set) var found: Set<FieldPath> = []

    mutating func visit(_ moment: inout ReplayMoment) throws {
      let source = moment.source
      var own = facts[source] ?? StreamFacts(of: source, for: needs)
      if let decision = try own.record(&moment) { decisions[source] = decision }
      var (state, last) = (moment.state, decisions[source])
      for (path, reading) in readings {
        let answer = path.answer(in: state, decision: last, facts: own)
        let read = PreparedConditionTests.seen(reading(&state, &last, &own))
        #expect(read == PreparedConditionTests.seen(answer), "\(path)")
        if answer != .null { found.insert(path) }
      }
      facts[source] = own
    }
  }

  private static func replayed(_ lines: [String]) throws -> Comparison {
    var comparison = Comparison()
    let text = lines.map { $0 + "\n" }.joined()
    try CorpusLog.events(lines: text, reading: ReadingOptions(isPartial: true)).replay(visitor: &comparison)
    return comparison
  }

  @Test("Each value that a condition can name is read as answers tell it, after every event", arguments: Seeds.few)
  func readings(seed: UInt64) throws {
    let found = try Self.replayed(RandomFleet.lines(seed: seed, gaps: seed % 2 == 0)).found
    #expect(found.count > 60)
  }

  @Test("Keys and drawn numbers of a launch are read as answers tell them")
  func rareValues() throws {
    let launch =
      #"{"properties":{"appPackageName":"a.b","appVersionName":"1"},"draws":{"update:1":12},"#
      + #""trust":{"keys":["RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"],"required":true}}"#
    let line =
      #"{"specversion":"1.0","id":"e-1","source":"/a","type":"app.launched","time":"2026-03-02T09:00:00Z","#
      + #""revision":1,"data":\#(launch)}"#
    let found = try Self.replayed([line]).found
    #expect(found.isSuperset(of: [FieldPath(["draws", "update:1"]), FieldPath(["trust", "keys"])]))
  }

  @Test("It holds where the condition holds, after every event", arguments: NaiveCondition.all)
  func holds(condition: NaiveCondition) throws {
    struct Both: ReplayVisitor {
      let condition: Condition
      let prepared: PreparedCondition
      var facts: [ExactString: StreamFacts] = [:]
      var decisions: [ExactString: Decision] = [:]

      mutating func visit(_ moment: inout ReplayMoment) throws {
        let source = moment.source
        var own = facts[source] ?? StreamFacts(of: source, for: condition.needs)
        if let decision = try own.record(&moment) { decisions[source] = decision }
        var (state, last) = (moment.state, decisions[source])
        let holds = condition.holds(in: state, decision: last, facts: own)
        #expect(prepared.holds(in: &state, decision: &last, facts: &own) == holds)
        facts[source] = own
      }
    }
    let parsed = try Condition(condition.text)
    for seed in Seeds.few {
      var both = Both(condition: parsed, prepared: PreparedCondition(parsed))
      let text = RandomFleet.lines(seed: seed, gaps: true).map { $0 + "\n" }.joined()
      try CorpusLog.events(lines: text, reading: ReadingOptions(isPartial: true)).replay(visitor: &both)
    }
  }
}
