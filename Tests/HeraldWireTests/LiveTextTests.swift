import Testing

@testable import HeraldWire

@Suite("Events as server-sent events")
struct LiveTextTests {
  private static let events = [(position: 3, line: #"{"a":"é: 1"}"#), (position: 7, line: "{}")]

  private static func read(_ text: String, behind position: Int = 0) -> LiveAnswer? {
    LiveAnswer(Array(text.utf8), behind: position)
  }

  @Test("A carriage return between the members of a line cuts no event")
  func carriageReturn() {
    let text = LiveText.write([(1, "{\"a\": 1,\r\"b\": \"\\r\u{2028}é\"}\r"), (2, "{}")])
    #expect(text == "id: 1\ndata: {\"a\": 1, \"b\": \"\\r\u{2028}é\"} \n\nid: 2\ndata: {}\n\n")
  }

  @Test("Events that are written are read as themselves", arguments: [LiveText.Comment.head, .more])
  func roundTrip(end: LiveText.Comment) throws {
    let text = LiveText.Comment.live.text + LiveText.write(Self.events) + end.text
    let answer = try #require(Self.read(text, behind: 2))
    #expect(answer.lines.map { String(decoding: $0, as: UTF8.self) } == Self.events.map(\.line))
    #expect(answer.position == 7)
    #expect(answer.isAtHead == (end == .head))
  }

  @Test("An answer without events is whole at the head alone")
  func empty() {
    #expect(Self.read(LiveText.Comment.head.text, behind: 5)?.position == 5)
    #expect(Self.read(LiveText.Comment.more.text, behind: 5) == nil)
  }

  @Test(
    "What is cut off, out of order or no such answer is not read",
    arguments: [
      "", "id: 1\ndata: {}\n\n", "id: 1\n: head\n\n", "data: {}\n\n: head\n\n", "id: 1\nid: 2\ndata: {}\n\n: head\n\n",
      "id: 2\ndata: {}\n\nid: 2\ndata: {}\n\n: head\n\n", "id: +1\ndata: {}\n\n: head\n\n", ": head\n\n: head\n\n",
      "id: 1\ndata: {}\n\n: other\n\n", "<html>", "id: 0\ndata: {}\n\n: head\n\n", "event: x\n\n: head\n\n",
    ])
  func unreadable(text: String) { #expect(Self.read(text) == nil) }
}
