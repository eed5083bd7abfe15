import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Collected messages")
struct MessageVectorTests {
  @Test("A collected message is shown, or fails the test that its case names", arguments: try Vector.read("messages"))
  func collectedMessageEndsAsTheCaseSays(vector: Vector) throws {
    let recommended = try #require(vector["recommended"]?[name: "reason"]?.string.flatMap { Self.answers[$0] })
    var stream = try Stream(vector)
    let text = #"{"packageName":"com.example.app","messages":[\#(try vector.document("message"))]}"#
    let decision = try stream.ask(.fetched(text))
    let answer = Self.answer(decision)
    #expect(answer == Differences.messages[vector.id]?.answer ?? recommended)
    if let prompt = decision.prompt, let after = vector["recordAfter"] {
      stream.append(.shown("p", rule: prompt.rule, kind: prompt.kind))
      let record = try #require(stream.state.records[prompt.rule])
      #expect(record.shown == after[name: "displayCount"]?.integer)
      #expect(record.lastShown?.description == after[name: "lastDisplayDate"]?.string)
    }
  }

  /// Herald's names of the source's reasons.
  private static let answers = [
    "shown": "shown", "invalid-entry": "invalid", "filter-mismatch": "filters", "before-window": "window",
    "after-window": "window", "max-count": "count", "period": "period", "target-installed": "installed",
    "no-description": "text",
  ]

  private static func answer(_ decision: Decision) -> String {
    guard let rule = decision.considered.first else { return "invalid" }
    return rule.failed?.rawValue ?? (decision.prompt?.rule == rule.rule.id ? "shown" : "none")
  }
}
