import Herald
import HeraldTestSupport
import Testing

@Suite("Collected flows")
struct FlowVectorTests {
  @Test("Each step of a collected flow ends as its case says", arguments: try Vector.read("flows"))
  func flowStepEndsAsTheCaseSays(vector: Vector) throws {
    var flow = Flow()
    if let onForeground = vector["policy"]?[name: "promptLatchedOnForeground"]?.bool {
      flow.stream.append(.fetched(Flow.document(pushOnForeground: onForeground), trigger: .schedule))
    }
    for (index, step) in (vector["events"]?.elements ?? []).enumerated() {
      let expect = try #require(step[name: "expect"]?.string)
      let expected = Differences.flows["\(vector.id)#\(index + 1)"]?.answer ?? Self.answers[expect] ?? expect
      let answer = try flow.take(step)
      #expect(answer == expected, "step \(index + 1)")
    }
  }

  /// Herald's names of the source's outcomes.
  private static let answers = [
    "none": "nothing", "proceed": "nothing", "continueLogin": "nothing",
    "prompt:force[update]": "force[update]", "prompt:force[update]+blocked": "force[update]",
    "prompt:optional[giveUp,update]": "optional[update,later]",
  ]
}

/// A flow of the source's events, translated to Herald's.
struct Flow {
  var stream = Stream()
  private var prompt: Prompt?

  init() {
    stream.append(.launched(["appPackageName": "a", "appVersionName": "1.0"], user: "1"))
  }

  /// Takes one step and returns its outcome; `skipped` for one without a counterpart.
  mutating func take(_ step: JSONNode) throws -> String {
    let url = step[name: "url"]?.string ?? step[name: "downloadUrl"]?.string
    let state = step[name: "state"]?.string
    let isOnline = step[name: "network"]?.bool ?? true
    switch try #require(step[name: "event"]?.string) {
    case "loginResult":
      let review = step[name: "review"]?.bool ?? false
      return try ask(.fetched(Self.document(state, url: url, review: review), trigger: .login))
    case "heartbeat": return try ask(.fetched(Self.document("force", url: url), trigger: .heartbeat))
    case "start": return isOnline ? "skipped" : try ask(.failed(.launch))
    case "foreground": return try ask(.foregrounded())
    case "background": return tell(.appBackgrounded)
    case "businessOp": return isOnline && Self.passesGates(step) ? try ask(.attempted) : "skipped"
    case "settingsCheck":
      guard step[name: "channel"]?.string == "enterprise" else { return "skipped" }
      return try ask(.fetched(Self.document("optional", url: "https://store.example.com/app"), trigger: .manual))
    case "push":
      let kind = step[name: "type"]?.string == "mddy_needUpgrade" ? "forceUpdate" : "other"
      let user = step[name: "userTel"]?.string.map { ExactString($0) }
      return tell(.pushed(kind: ExactString(kind), url: url.map { ExactString($0) }, user: user))
    case "tap" where step[name: "button"]?.string == "ok": return isOnline ? "skipped" : try ask(.failed(.manual))
    case "tap": return try tap(step[name: "button"]?.string)
    default: return "skipped"
    }
  }

  private static func passesGates(_ step: JSONNode) -> Bool {
    step[name: "loggedIn"]?.bool ?? true && step[name: "remaining"]?.integer != 0
      && step[name: "quickRemaining"]?.integer != 0
  }

  private mutating func tap(_ button: String?) throws -> String {
    let shown = try #require(prompt, "there is no prompt to answer")
    let word: Button = button == "giveUp" ? .later : .update
    #expect(shown.buttons.contains(word))
    stream.append(.chosen(ExactString(word.rawValue), of: "p"))
    prompt = nil
    #expect(stream.state.visible == nil)
    return word == .update ? "open:\(shown.destination?.string ?? "nothing")" : "nothing"
  }

  private mutating func tell(_ data: EventData) -> String {
    stream.append(data)
    return stream.state.visible == nil ? "nothing" : "visible"
  }

  private mutating func ask(_ data: EventData) throws -> String {
    guard let prompt = try stream.ask(data).prompt else { return "nothing" }
    self.prompt = prompt
    stream.append(.shown("p", rule: prompt.rule, kind: prompt.kind))
    return "\(prompt.kind)[\(prompt.buttons.map(\.rawValue).joined(separator: ","))]"
  }

  /// A document with one update, or none.
  static func document(
    _ state: String? = nil, url: String? = nil, review: Bool = false, pushOnForeground: Bool = false
  ) -> String {
    let keys = #""targetWebsiteUrl":"\#(url ?? "")","forceUpdate":\#(state == "force")"#
    let updates = state == "optional" || state == "force" ? #"{"id":1,"descriptions":{"*":"new"},\#(keys)}"# : ""
    return """
      {"packageName":"a","pushOnForeground":\(pushOnForeground),"reviewVersions":"\(review ? "1.0" : "")",
      "updates":[\(updates)]}
      """
  }
}
