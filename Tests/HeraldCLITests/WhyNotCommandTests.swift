import Foundation
import Testing

@Suite("herald why --not and --again")
struct WhyNotCommandTests {
  /// A log of the corpus and what is asked of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let log: String
    let arguments: [String]
    /// What the words have to say.
    let words: [String]
    /// What the JSON has to say.
    let json: [String]
    var testDescription: String { "\(log) \(arguments.joined(separator: " "))" }
  }

  static let notShown: [Case] = [
    Case(
      log: "message/three-times-a-week-apart", arguments: ["--not", "message:101", "--revision", "9"],
      words: [
        "message:101 was not shown: it fails period (time since last shown is 6 d 23 h 59 min 59.999 s, wanted at least",
        "it had been asked at 2026-07-08 08:00:02.000 +02:00 (0.001 s later)",
      ],
      json: [
        #""not":"message:101","obstacles":[{"obstacle":"period","compared":[{"property":"time since last shown""#,
        #"{"scope":"time","change":"time","of":null,"to":"2026-07-08T06:00:02.000Z"}"#,
      ])
  ]

  @Test("tells each obstacle and what would have changed it", arguments: notShown)
  func toldNot(_ asked: Case) throws { try Self.check(asked) }

  private static func check(_ asked: Case) throws {
    let arguments = ["why", "Events/\(asked.log)/log.jsonl"] + asked.arguments
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.status == 0)
    for text in asked.words { #expect(words.output.contains(text), "\(words.output)") }
    let json = try Herald.run(arguments + ["--format", "json"])
    #expect(json.status == 0 && json.lines.count == 1)
    _ = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    for text in asked.json { #expect(json.output.contains(text), "\(json.output)") }
  }
}
