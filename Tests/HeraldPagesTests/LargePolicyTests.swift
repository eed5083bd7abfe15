import Herald
import HeraldCorpus
import HeraldLog
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("Pages of policies with many rules")
struct LargePolicyTests {
  /// The lines of a phone that is asked `decisions` times under a policy of `rules` rules; the last one is shown.
  private static func lines(rules: Int, decisions: Int) -> [String] {
    let others = (1..<rules).map {
      #"{"id": \#($0), "filters": {"deviceModel": "m\#($0)"}, "descriptions": {"en": {"message": "x"}}}"#
    }
    let last = #"{"id": \#(rules), "maxDisplayCount": 9999, "descriptions": {"en": {"message": "x"}}}"#
    let document = #"{"packageName": "com.example.app", "messages": [\#((others + [last]).joined(separator: ",\n"))]}"#
    let again = #"{"trigger":"schedule","url":"https://example.com/p.json","format":"herald","status":304}"#
    return [line(1, "app.launched", launched("1.0", #","deviceModel":"pixel""#))]
      + (2..<2 + decisions).map { line($0, "fetch.succeeded", $0 == 2 ? fetched(document) : again) }
  }

  private static func data(rules: Int, decisions: Int) throws -> JSONNode {
    var report = PhoneLife()
    try replay(lines(rules: rules, decisions: decisions), &report)
    report.life.end()
    var data = DeviceData(report.life)
    return try JSONNode.read(String(decoding: data.json(), as: UTF8.self)).node
  }

  @Test("A page tells of some rules and counts the others", arguments: [1, 39, 40, 41, 300])
  func counts(_ rules: Int) throws {
    let data = try Self.data(rules: rules, decisions: 3)
    let decisions = (data[name: "events"]?.elements ?? []).compactMap { $0[name: "decision"] }
    #expect(decisions.count == 3)
    for decision in decisions {
      let list = try #require(data[name: "rules"]?.elements[decision[name: "rules"]?.integer ?? -1])
      let told = list[name: "told"]?.elements ?? []
      let others = (list[name: "others"]?.elements ?? []).compactMap { $0[name: "rules"]?.integer }.reduce(0, +)
      #expect(told.count == min(rules, SelectedRules.limit))
      #expect(told.count + others == rules)
      #expect(told.last?[name: "rule"]?.string == "message:\(rules)")
      #expect(decision[name: "why"]?.elements.count == told.count)
    }
  }

  @Test("A page grows by what it shows, not by the product of rules and decisions")
  func size() throws {
    func size(_ rules: Int, _ decisions: Int) throws -> Int {
      try page(of: Self.lines(rules: rules, decisions: decisions)).utf8.count
    }
    let ofADecision = try (size(600, 60) - size(600, 20)) / 40
    let ofFewer = try (size(60, 60) - size(60, 20)) / 40
    #expect(ofADecision < 6000)
    #expect(ofADecision < ofFewer * 5 / 4)
  }

  @Test("The rules that a page tells of are explained as among all", arguments: try PageCorpus.logs())
  func someRulesAsAmongAll(_ log: FieldLog) throws {
    var comparison = PartialExplanations()
    try log.replay(&comparison)
    #expect(comparison.differences == [])
  }
}

private struct PhoneLife: ReplayVisitor {
  var life = DeviceLife("/i/1")
  mutating func visit(_ moment: inout ReplayMoment) throws { life.record(try moment.step()) }
}

/// Explains every second rule of each decision, and compares that with the explanation of all rules, and the instant
/// of the next change with a search through the instants of every rule.
private struct PartialExplanations: ReplayVisitor {
  var differences: [String] = []
  private var decider = Decider()

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    guard let decision = step.decision else { return }
    let state = step.state
    let whole = Explanation(decision.question, in: state)
    let indices = whole.rules.indices.filter { $0 % 2 == 0 }
    let part = Explanation(of: decision, in: state, rules: Array(indices), by: &decider)
    let place = "\(step.event.source) \(step.event.revision)"
    func text(_ rule: ExplainedRule) -> String {
      "\(rule.rule.id) \(rule.kind) \(String(describing: rule.failed)) \(rule.failure ?? "") "
        + rule.tests.map { "\($0.test) \($0.passed) \($0.comparisons)" }.joined()
    }
    if part.rules.map(text) != indices.map({ text(whole.rules[$0]) }) { differences.append("\(place) rules") }
    if part.until != whole.until || part.nextWords != whole.nextWords { differences.append("\(place) until") }
    if whole.until != naiveUntil(decision, state) { differences.append("\(place) the next change") }
  }

  private mutating func naiveUntil(_ decision: Decision, _ state: InstallationState) -> Timestamp? {
    var question = decision.question
    let now = question.now
    for instant in (state.policy?.rules ?? []).instants(for: question, in: state) where instant > now.moment {
      question.now = DeviceTime(moment: instant, offsetMinutes: now.offsetMinutes)
      if !decider.decide(question, in: state).showsTheSame(as: decision) { return instant }
    }
    return nil
  }
}
