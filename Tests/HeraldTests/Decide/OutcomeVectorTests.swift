import Herald
import HeraldTestSupport
import Testing

@Suite("Collected outcomes")
struct OutcomeVectorTests {
  @Test("A collected dialogue has the buttons and the end that its case says", arguments: try Vector.read("outcomes"))
  func collectedDialogueEndsAsTheCaseSays(vector: Vector) throws {
    let situation = try vector.text("situation")
    let expected = Differences.outcomes[vector.id]?.answer ?? Self.expected(vector)
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a", "appVersionName": "1.0"]))
    if situation.hasPrefix("check failed") || situation == "failed" {
      let reason = try stream.ask(.failed()).reason
      #expect("failed \(stream.state.failures), \(reason)" == expected)
    } else if let document = Self.documents[situation] {
      let answer = try Self.answer(document, &stream)
      #expect(answer == expected)
    } else {
      #expect(expected == "skipped")
    }
  }

  /// The buttons, and whether the prompt is there again when the user comes back after the first of them.
  private static func answer(_ document: String, _ stream: inout Stream) throws -> String {
    guard let prompt = try stream.ask(.fetched(document)).prompt else { return "nothing" }
    stream.append(.shown("p", rule: prompt.rule, kind: prompt.kind))
    let buttons = prompt.buttons.map(\.rawValue)
    stream.append(.chosen(ExactString(try #require(buttons.first)), of: "p"))
    let isBack = try stream.ask(.foregrounded()).prompt == prompt
    return buttons.joined(separator: ",") + (isBack ? " back" : " over")
  }

  /// In the source a dialogue that was answered is over.
  private static func expected(_ vector: Vector) -> String {
    let buttons = vector["buttons"]?.elements.compactMap { $0.string.flatMap { Self.buttons[$0] } } ?? []
    return buttons.isEmpty ? "nothing" : buttons.joined(separator: ",") + " over"
  }

  private static let buttons = [
    "install": "update", "remind_me_later": "later", "exit_application": "exit", "view (or positive_button)": "open",
    "close (or negative_button)": "dismiss",
  ]

  private static let documents = [
    "optional": update(#""targetWebsiteUrl":"https://example.com/app""#),
    "force": update(#""targetWebsiteUrl":"https://example.com/app","forceUpdate":true"#),
    "exit without forceUpdate": update(#""targetWebsiteUrl":"https://example.com/app","forceExit":true"#),
    "exit with forceUpdate":
      update(#""targetWebsiteUrl":"https://example.com/app","forceExit":true,"forceUpdate":true"#),
    "message with web or store target":
      #"{"packageName":"a","messages":[{"descriptions":{"*":"news"},"targetWebsiteUrl":"https://example.com/"}]}"#,
    "nothing found or message found": #"{"packageName":"a"}"#,
  ]

  private static func update(_ keys: String) -> String {
    #"{"packageName":"a","updates":[{"descriptions":{"*":"new"},\#(keys)}]}"#
  }
}
