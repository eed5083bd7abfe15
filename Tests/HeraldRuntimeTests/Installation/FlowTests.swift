import Foundation
import Herald
import HeraldFetch
import HeraldRuntime
import Testing

/// Flows of an article on five ways to announce a new version, replayed as an app would record them.
@Suite("Collected flows")
struct FlowTests {
  struct Flow: Sendable, CustomTestStringConvertible {
    let id: String
    let node: JSONNode
    var testDescription: String { id }

    static func all() throws -> [Flow] {
      let file = repository.appendingPathComponent("Tests/HeraldTests/Vectors/flows.jsonl")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
        let node = try JSONNode.read(String(line)).node
        return Flow(id: try #require(node[name: "id"]?.string), node: node)
      }
    }
  }

  /// Herald's names of the source's outcomes.
  private static let answers = [
    "none": "nothing", "continueLogin": "nothing", "proceed": "proceeds", "prompt:force[update]": "force[update]",
    "prompt:force[update]+blocked": "blocked force[update]",
    "prompt:optional[giveUp,update]": "optional[update,later]", "notice:no-network[ok]": "failed offline",
  ]

  private static let gate = "the app's own gates come before it asks Herald"
  /// Steps that Herald answers differently, or that it does not have.
  private static let differences = [
    "fl-10#3": ("skipped", "the check is the fetch that follows"), "fl-15#2": ("skipped", gate),
    "fl-16#2": ("skipped", gate), "fl-16#3": ("skipped", gate), "fl-16#4": ("skipped", gate),
    "fl-22#2": ("skipped", "looking at a page is not an event"),
    "fl-25#1": ("skipped", "whether an entry is offered is the app's to say"),
    "fl-26#1": ("optional[update,later]", "a check by hand shows what it finds"),
  ]

  @Test("An app ends each step of a collected flow as the step says", arguments: try Flow.all())
  func appFollowsEachStep(_ flow: Flow) async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.fails("offline")
    await app.launched(properties: TestPhone.old, user: "1")
    if case .bool(let onForeground)? = flow.node[name: "policy"]?[name: "promptLatchedOnForeground"]?.value {
      phone.publisher.publish(Publisher.document(keys: #","pushOnForeground":\#(onForeground)"#))
      await app.check(.schedule)
    }
    guard case .array(let steps)? = flow.node[name: "events"]?.value else { return }
    for (index, step) in steps.enumerated() {
      let wanted = try #require(step[name: "expect"]?.string)
      let expected = Self.differences["\(flow.id)#\(index + 1)"]?.0 ?? Self.answers[wanted] ?? wanted
      #expect(try await Self.take(step, app, phone) == expected, "step \(index + 1)")
    }
    // Replaying the ledger gives the same decision.
    #expect(try phone.replayed().map(\.decision) == phone.steps.value.map(\.decision))
  }

  private static func take(_ step: JSONNode, _ app: Installation, _ phone: TestPhone) async throws -> String {
    func says(_ name: String, _ wanted: Bool) -> Bool {
      if case .bool(let bool)? = step[name: name]?.value { bool == wanted } else { false }
    }
    let url = step[name: "url"]?.string ?? step[name: "downloadUrl"]?.string
    switch try #require(step[name: "event"]?.string) {
    case "loginResult":
      phone.publisher.publish(document(step[name: "state"]?.string, url, isUnderReview: says("review", true)))
      return words(await app.check(.login))
    case "heartbeat":
      phone.publisher.publish(document("force", url))
      return words(await app.check(.heartbeat))
    case "start" where says("network", false): return words(await app.check(.launch))
    case "tap" where step[name: "button"]?.string == "ok":
      return says("network", false) ? words(await app.check(.manual)) : "skipped"
    case "tap":
      let button: Button = step[name: "button"]?.string == "giveUp" ? .later : .update
      let showing = try #require(await app.chose(button))
      #expect(showing.prompt.buttons.contains(button))
      return button == .later ? "nothing" : "open:\(showing.prompt.destination?.string ?? "")"
    case "foreground": return words(await app.foregrounded())
    case "background":
      await app.backgrounded()
      return "nothing"
    case "push":
      let kind = step[name: "type"]?.string == "mddy_needUpgrade" ? "forceUpdate" : "other"
      await app.received(Push(kind: kind, url: url, user: step[name: "userTel"]?.string))
      return words(await app.onScreen)
    case "businessOp":
      if says("network", false) || says("loggedIn", false) || isUsedUp(step) { return "skipped" }
      guard case .blocked = await app.attempt("send") else { return "proceeds" }
      return "blocked " + words(await app.onScreen)
    case "settingsCheck" where step[name: "channel"]?.string == "enterprise":
      phone.publisher.publish(document("optional", "https://store.example.com/app"))
      return words(await app.check(.manual))
    default: return "skipped"
    }
  }

  private static func isUsedUp(_ step: JSONNode) -> Bool {
    ["remaining", "quickRemaining"].contains { name in
      if case .number("0")? = step[name: name]?.value { true } else { false }
    }
  }

  private static func words(_ showing: Showing?) -> String {
    guard let prompt = showing?.prompt else { return "nothing" }
    return "\(prompt.kind)[\(prompt.buttons.map(\.rawValue).joined(separator: ","))]"
  }

  private static func words(_ result: CheckResult) -> String {
    result.outcome == .failed ? "failed \(result.failure?.reason ?? "")" : words(result.showing)
  }

  private static func document(_ state: String?, _ url: String?, isUnderReview: Bool = false) -> String {
    let keys = #""targetWebsiteUrl":"\#(url ?? "")","forceUpdate":\#(state == "force")"#
    let updates = state == "optional" || state == "force" ? #"{"id":1,"descriptions":{"*":"new"},\#(keys)}"# : ""
    return #"{"packageName":"a","reviewVersions":"\#(isUnderReview ? "1.0" : "")","updates":[\#(updates)]}"#
  }
}
