import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("The cases of rules with caps, deadlines, phases and variants")
struct RulesVectorTests {
  private static func vectors(asking: Bool) throws -> [Vector] {
    try Vector.read("rules").filter { ($0["question"] != nil) == asking }
  }

  @Test("A rule's record is what its case expects", arguments: try vectors(asking: false))
  func recordIsAsExpected(vector: Vector) throws {
    var history = try RulesHistory(vector)
    try history.run()
    let expected = try #require(vector["expected"]?[name: "record"])
    let rule = ExactString(try vector.text("record"))
    guard let members = expected.members else {
      #expect(history.stream.state.records[rule] == nil)
      return
    }
    let record = try #require(history.stream.state.records[rule])
    for member in members {
      #expect(record.json(member.name) == vector.canonical(member.node), "\(member.name)")
    }
  }

  @Test("A question has the answer that its case expects", arguments: try vectors(asking: true))
  func answerIsAsExpected(vector: Vector) throws {
    var history = try RulesHistory(vector)
    try history.run()
    let explanation = Explanation(try history.ask(), in: history.stream.state)
    let expected = try #require(vector["expected"])
    let (decision, prompt) = (explanation.decision, explanation.decision.prompt)
    #expect(history.stream.state.refused?.reason.rawValue == expected[name: "refused"]?.string)
    #expect(decision.reason.rawValue == expected[name: "reason"]?.string)
    #expect(prompt?.rule.string == expected[name: "rule"]?.string)
    #expect(prompt?.kind.rawValue == expected[name: "kind"]?.string)
    #expect(prompt?.buttons.map(\.rawValue) == expected[name: "buttons"]?.texts)
    #expect(prompt?.language?.string == expected[name: "language"]?.string)
    #expect(prompt?.destination?.string == expected[name: "destination"]?.string)
    #expect(prompt?.variant?.string == expected[name: "variant"]?.string)
    #expect(explanation.until?.description == expected[name: "until"]?.string)
    let failed = expected[name: "failed"]?.elements.map { $0.elements.map(\.string) } ?? []
    #expect(decision.considered.map { [$0.rule.id.string, $0.failed?.rawValue] } == failed)
  }
}

/// The events of a case: the launch, the document, what was shown and answered, and the question.
private struct RulesHistory {
  let vector: Vector
  var stream: HeraldTestSupport.Stream
  private var prompts = 0

  init(_ vector: Vector) throws {
    self.vector = vector
    stream = Stream(now: try vector.time("launched"), source: ExactString(try vector.text("source")))
  }

  mutating func run() throws {
    try launch(vector.properties("properties"), draws: vector["draws"], at: vector.time("launched"))
    stream.append(try fetch(vector.document("document")))
    for entry in try #require(vector["history"]).elements { try record(entry) }
  }

  private mutating func record(_ entry: JSONNode) throws {
    let time = try HeraldTestSupport.time(try #require(entry[name: "time"]?.string))
    stream.now = time
    if let rule = entry[name: "shown"]?.string {
      prompts += 1
      let kind = try #require(entry[name: "kind"]?.string.flatMap { PromptKind(rawValue: $0) })
      stream.append(.shown(ExactString("p\(prompts)"), rule: ExactString(rule), kind: kind))
    }
    if let button = entry[name: "button"]?.string {
      let at = try entry[name: "buttonTime"]?.string.map { try HeraldTestSupport.time($0) } ?? time
      stream.append(.chosen(ExactString(button), of: ExactString("p\(prompts)")), at: at)
    } else if let document = entry[name: "document"] {
      stream.append(try fetch(vector.written(document), .heartbeat))
    } else if let properties = entry[name: "launched"]?.members {
      launch(Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.node.string ?? "") }), draws: nil, at: time)
    } else if entry[name: "shown"] == nil {
      stream.append(.appBackgrounded)
    }
  }

  private mutating func launch(_ properties: [String: String], draws: JSONNode?, at time: DeviceTime) {
    let draws = draws.flatMap { Draws(json: ExactString(vector.written($0))) }
    let all = properties.map { (name: ExactString($0.key), value: ExactString($0.value)) }
    stream.append(.appLaunched(AppLaunched(profile: Profile(all), draws: draws)), at: time)
  }

  private func fetch(_ document: String, _ trigger: FetchTrigger = .launch) throws -> EventData {
    let houseRules = vector["houseRules"].flatMap { HouseRules(json: vector.written($0)) }
    return .fetched(
      document, format: ExactString(vector["format"]?.string ?? "herald"), trigger: trigger,
      storeURL: vector["storeUrl"]?.string.map { ExactString($0) }, houseRules: houseRules)
  }

  /// Fetches the document again at the time of the question, and asks.
  mutating func ask() throws -> Question {
    let question = try #require(vector["question"])
    stream.now = try HeraldTestSupport.time(try #require(question[name: "time"]?.string))
    let trigger = try #require(question[name: "trigger"]?.string.flatMap { Trigger(rawValue: $0) })
    let fetchTrigger = FetchTrigger(rawValue: trigger.rawValue)
    stream.append(try fetch(vector.document("document"), fetchTrigger ?? .heartbeat))
    if trigger == .foreground { stream.append(.foregrounded()) }
    if let operation = question[name: "operation"]?.string {
      stream.append(.operationAttempted(OperationAttempted(operation: ExactString(operation))))
    }
    return try stream.question()
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] {
    if case .array(let elements) = value { elements } else { [] }
  }

  fileprivate var texts: [String]? {
    if case .array(let elements) = value { elements.compactMap(\.string) } else { nil }
  }
}

extension Vector {
  fileprivate func canonical(_ node: JSONNode) -> String { node.line }
}

extension ShowingRecord {
  /// A value as the JSON of states has it.
  fileprivate func json(_ name: String) -> String? {
    func text(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return switch name {
    case "shown": "\(shown)"
    case "deferrals": "\(deferrals)"
    case "shownForTarget": "\(shownForTarget)"
    case "target": text(target?.string)
    case "firstShown": text(firstShown?.description)
    case "lastShown": text(lastShown?.description)
    case "lastButton": text(lastButton?.string)
    case "lastButtonAt": text(lastButtonAt?.description)
    case "skippedVersion": text(skippedVersion?.string)
    case "showings": "[\(showings.map { text($0.description) }.joined(separator: ","))]"
    default: nil
    }
  }
}
