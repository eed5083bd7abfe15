import HeraldQuestions
import Testing

@Suite("Ids and texts that changed places between documents")
struct NamesakesTests {
  private static func document(_ rules: [(id: String, text: String)]) -> String {
    let rules = rules.map { #"{"id":"\#($0.id)","maxDisplayCount":1,"descriptions":{"*":"\#($0.text)"}}"# }
    return #"{"packageName":"a","messages":[\#(rules.joined(separator: ","))]}"#
  }

  /// A reminder is shown as `reminder`; then a recall takes its id, and the reminder stands behind it.
  private static let log = WhyLog([
    ("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document([("reminder", "Water the plants")]))),
    ("08:00", WhyLog.shown("message:reminder", "message")), ("08:00", WhyLog.chosen("dismiss")),
    ("09:00", WhyLog.launched),
    ("09:00", WhyLog.fetched(document([("reminder", "A recall"), ("reminder", "Water the plants")]))),
  ])

  private static let repeated =
    "message:reminder-2 is the document's second `reminder` (line 1, column 102): showings are counted by id, so it was "
    + "given one of its own."
  private static let other = "The text of message:reminder-2 was shown as message:reminder at revision 3."

  @Test("Why names the second rule of an id, and under which id its text was shown before")
  func decision() throws {
    let answer = try Self.log.answer(.decision)
    let words = answer.words
    #expect(words.contains(Self.repeated), "\(words)")
    #expect(words.contains(Self.other))
    #expect(
      answer.json.contains(#""repeatedId":"message:reminder","otherName":[{"rule":"message:reminder","showings":["#))
  }

  @Test("Why again does not say that a text was never shown which was shown under another id")
  func again() throws {
    let answer = try Self.log.answer(.again)
    #expect(answer.words.contains("message:reminder-2 is shown for the first time under this id"))
    #expect(answer.words(.sentence).contains(Self.other))
    #expect(!answer.words.contains("never shown before"))
  }

  @Test("Why not says that a showing under the id showed another text")
  func not() throws {
    let answer = try Self.log.answer(.not("message:reminder"))
    #expect(answer.words.contains("Revision 3 showed another text under the id message:reminder."))
    #expect(answer.json.contains(#""otherText":[{"revision":3,"#))
  }

  @Test("Nothing is said of a rule that kept its id and its text")
  func unchanged() throws {
    let answer = try WhyLog(keys: "").answer(.decision)
    for name in ["repeatedId", "otherText", "otherName"] { #expect(!answer.json.contains(name)) }
    #expect(!answer.words.contains("another text"))
  }

  @Test("A clock that was ahead is told before the answer, with what had passed in truth")
  func clockAhead() throws {
    let document = #"{"packageName":"a","messages":[{"id":"m","displayPeriodInHours":24,"descriptions":{"*":"t"}}]}"#
    let log = WhyLog([
      ("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document)),
      ("08:00", WhyLog.shown("message:m", "message")), ("08:00", WhyLog.chosen("dismiss")),
      ("2026-03-05T08:10", WhyLog.launched), ("2026-03-05T08:10", WhyLog.fetched(document)),
      ("08:34", WhyLog.launched),
    ])
    let again = try log.answer(.again, at: 6)
    let ahead =
      "The clock of the device was ahead: revision 7 sets it back to 2026-03-02 08:34:00.000 +00:00, so times of "
      + "revisions 5 to 6 are up to 2 d 23 h ahead."
    #expect(again.words(.sentence).hasPrefix(ahead), "\(again.words(.sentence))")
    #expect(again.words.contains("In truth at most 34 min had passed since it was shown last (revision 3)"))
    #expect(again.json.contains(#""clockAhead":{"revision":7,"time":"2026-03-02T08:34:00.000Z","from":5,"to":6,"#))
    #expect(try log.answer(.decision, at: 6).words(.sentence).hasPrefix(ahead))
  }
}
