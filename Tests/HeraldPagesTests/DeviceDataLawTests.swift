@testable import HeraldPages
import Herald
import HeraldCorpus
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("What a device's page carries")
struct DeviceDataLawTests {
  @Test("A device's page has at every revision what a replay gives", arguments: try PageCorpus.logs())
  func devicePageAgreesWithTheReplay(_ log: FieldLog) throws {
    var outcomes = Outcomes()
    try log.replay(&outcomes)
    for source in outcomes.sources {
      var report = LifeOf(source)
      try log.replay(&report)
      report.life.end()
      var data = DeviceData(report.life)
      let page = try CarriedData(String(decoding: data.json(), as: UTF8.self))
      #expect(page.states == outcomes.states[source])
      #expect(page.decisions == outcomes.decisions[source] ?? [])
      #expect(page.explanations == outcomes.explanations[source] ?? [])
      #expect(page.prompts == outcomes.judged[source] ?? [])
    }
  }
}

/// Collects the life of one installation.
private struct LifeOf: ReplayVisitor {
  var life: DeviceLife
  init(_ source: ExactString) { life = DeviceLife(source) }
  mutating func visit(_ moment: inout ReplayMoment) throws {
    if moment.source == life.source { life.record(try moment.step()) }
  }
}

/// The results of a replay, each as canonical JSON.
private struct Outcomes: ReplayVisitor {
  var sources: [ExactString] = []
  var states: [ExactString: [String]] = [:]
  var decisions: [ExactString: [String]] = [:]
  var explanations: [ExactString: [String]] = [:]
  var judged: [ExactString: [String]] = [:]
  private var causes: [ExactString: Provenance] = [:]
  private var audits: [ExactString: PromptAudit] = [:]

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    let source = step.event.source
    if states[source] == nil { sources.append(source) }
    states[source, default: []].append(try canonical { step.state.write(source: source, into: &$0) })
    causes[source, default: Provenance()].record(step.event, before: step.before, after: step.state)
    if let judgement = audits[source, default: PromptAudit()].record(step.event.fact, decision: step.decision) {
      judged[source, default: []].append("\(judgement.verdict) \(judgement.revision)")
    }
    guard let decision = step.decision else { return }
    decisions[source, default: []].append(try canonical { decision.write(into: &$0) })
    let explanation = Explanation(decision.question, in: step.state)
    let own = causes[source] ?? Provenance()
    let because = own.because(of: explanation, asking: step.event, in: step.state)
    explanations[source, default: []].append(try canonical { explanation.write(because, from: own, into: &$0) })
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    guard let judgement = audits[source]?.end() else { return }
    judged[source, default: []].append("\(judgement.verdict) \(judgement.revision)")
  }
}

private func canonical(_ write: (inout JSONWriter) -> Void) throws -> String {
  var writer = JSONWriter()
  write(&writer)
  return try JSONNode.read(writer.string).node.json
}

/// A page's data, decoded as its script does.
private struct CarriedData {
  private(set) var states: [String] = []
  private(set) var decisions: [String] = []
  private(set) var explanations: [String] = []
  private(set) var prompts: [String] = []
  private let root: JSONNode
  private let source: JSONNode

  init(_ json: String) throws {
    root = try JSONNode.read(json).node
    source = try #require(root[name: "source"])
    var state = try #require(root[name: "base"])
    for event in root[name: "events"]?.elements ?? [] {
      state = Self.changed(state, try #require(event[name: "change"]))
      states.append(state.json)
      guard let decision = event[name: "decision"] else { continue }
      decisions.append(try whole(decision, of: event, rules: told(decision) ?? source).json)
      explanations.append(try explanation(decision, of: event).json)
    }
    prompts = (root[name: "prompts"]?.elements ?? []).map {
      "\($0[name: "verdict"]?.string ?? "") \($0[name: "revision"]?.integer ?? 0)"
    }
  }

  private static func changed(_ state: JSONNode, _ change: JSONNode) -> JSONNode {
    var members = state.members ?? []
    for part in change.members ?? [] {
      let index = members.firstIndex { ExactString($0.name) == ExactString(part.name) }
      switch part.node.value {
      case .array(let values):
        if let index { members.remove(at: index) }
        if let value = values.first { members.append(JSONMember(name: part.name, node: value)) }
      default:
        guard let index else { continue }
        members[index] = JSONMember(name: part.name, node: changed(members[index].node, part.node))
      }
    }
    return state.with(members)
  }

  private func list(_ name: String, _ number: JSONNode?) -> JSONNode? {
    guard let number = number?.integer else { return nil }
    return root[name: name]?.elements[number]
  }

  /// The rules of a decision, which are all of them in policies of the corpus.
  private func told(_ decision: JSONNode) -> JSONNode? {
    let rules = list("rules", decision[name: "rules"])
    #expect(rules?[name: "others"] == nil)
    return rules?[name: "told"]
  }

  /// Why a test compared nothing is said on pages only.
  private static func withoutSilence(_ test: JSONNode) -> JSONNode {
    test.with((test.members ?? []).filter { ExactString($0.name) != "silence" })
  }

  private var null: JSONNode { JSONNode(.null, place: 0..<0) }

  private func whole(_ decision: JSONNode, of event: JSONNode, rules: JSONNode) throws -> JSONNode {
    let time = try #require(event[name: "time"]?.string.flatMap { DeviceTime(rfc3339: $0) })
    return event.with([
      JSONMember(name: "source", node: source),
      JSONMember(name: "revision", node: try #require(event[name: "revision"])),
      JSONMember(name: "time", node: JSONNode(.string(time.moment.description), place: 0..<0)),
      JSONMember(name: "trigger", node: try #require(decision[name: "trigger"])),
      JSONMember(name: "reason", node: try #require(decision[name: "reason"])),
      JSONMember(name: "show", node: list("shows", decision[name: "show"]) ?? null),
      JSONMember(name: "rules", node: rules),
    ])
  }

  /// The tests of a rule, each comparison with the event that its value came from, which the page keeps apart.
  private func tests(of parts: JSONNode) -> [JSONNode] {
    var origins = parts.elements[4].elements[...]
    let tests = parts.elements[1].elements.compactMap { list("tests", $0).map(Self.withoutSilence) }.map { test in
      test.with(
        (test.members ?? []).map { member in
          guard ExactString(member.name) == "compared" else { return member }
          let compared = member.node.elements.map { one in
            one.with((one.members ?? []) + [JSONMember(name: "from", node: origins.popFirst() ?? null)])
          }
          return JSONMember(name: "compared", node: JSONNode(.array(compared), place: 0..<0))
        })
    }
    #expect(origins.isEmpty)
    return tests
  }

  private func explanation(_ decision: JSONNode, of event: JSONNode) throws -> JSONNode {
    let rules = told(decision)?.elements ?? []
    let why = try #require(decision[name: "why"]).elements
    #expect(rules.count == why.count)
    let explained = zip(rules, why).map { rule, parts in
      rule.with(
        (rule.members ?? [])
          + (list("standings", parts.elements[3])?[name: "standing"].map { [JSONMember(name: "standing", node: $0)] }
            ?? [])
          + [
            JSONMember(name: "place", node: list("places", parts.elements[0]) ?? null),
            JSONMember(name: "tests", node: JSONNode(.array(tests(of: parts)), place: 0..<0)),
          ])
    }
    let head = try whole(decision, of: event, rules: JSONNode(.array(explained), place: 0..<0))
    return head.with(
      (head.members ?? []) + [
        JSONMember(name: "because", node: try #require(decision[name: "because"])),
        JSONMember(name: "until", node: decision[name: "until"] ?? null),
      ])
  }
}
