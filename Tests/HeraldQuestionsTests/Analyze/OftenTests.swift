import Herald
import HeraldFormats
import Testing

@testable import HeraldQuestions

/// Two documents whose limits and deadlines differ, and what prompts after prompts say of them.
@Suite("What other limits change, after prompts that both documents show")
struct OftenTests {
  /// The verdicts on *equivalent*, *shows no more* and *forces no more*.
  private static func verdicts(_ before: [String], _ after: [String], root: [String] = ["", ""]) throws -> [String] {
    let answer = try AgainstQuestion(
      AgainstTests.document(after, root: root[1]), named: "p.json",
      against: AgainstTests.document(before, root: root[0]), named: "o.json"
    ).answer()
    return [AgainstAnswer.Statement.equivalent, .showsNoMore, .forcesNoMore].map { answer.verdict(on: $0).word }
  }

  private static func update(_ keys: String, id: String = "1") -> String {
    AnalyzeTests.update(id, #""targetVersion":"9.0""# + (keys.isEmpty ? "" : ",") + keys)
  }

  @Test(
    "Limits that let the same through in other words leave two documents equivalent",
    arguments: [
      (#""displayPeriodInHours":24"#, #""frequencyCaps":[{"cap":1,"periodInHours":24}]"#),
      (
        #""frequencyCaps":[{"cap":2,"periodInHours":24}]"#,
        #""frequencyCaps":[{"cap":2,"periodInHours":24},{"cap":3,"periodInHours":12}]"#
      ),
      (
        #""displayPeriodInHours":24,"deadline":{"afterFirstShownInHours":72}"#,
        #""displayPeriodInHours":24,"deadline":{"afterFirstShownInHours":72,"#
          + #""reminders":[{"withinHours":48,"displayPeriodInHours":24}]}"#
      ),
      (
        #""displayPeriodInHours":24,"deadline":{"deferrals":2}"#,
        #""displayPeriodInHours":24,"deadline":{"deferrals":2,"#
          + #""reminders":[{"withinHours":9,"displayPeriodInHours":1}]}"#
      ),
    ])
  func equivalent(_ before: String, _ after: String) throws {
    let answers = try [(before, after), (after, before)].map {
      try Self.verdicts([Self.update($0)], [Self.update($1)])
    }
    #expect(answers == [["holds", "holds", "holds"], ["holds", "holds", "holds"]])
  }

  @Test(
    "A stricter limit shows no more, a looser one does, and a log shows that",
    arguments: [
      (#""displayPeriodInHours":24"#, #""displayPeriodInHours":48"#),
      (#""maxDisplayCount":12"#, #""maxDisplayCount":10"#), (#""maxDisplayCount":3"#, #""maxDisplayCount":2"#),
      (#""frequencyCaps":[{"cap":14,"periodInHours":168}]"#, #""frequencyCaps":[{"cap":12,"periodInHours":168}]"#),
      (#""frequencyCaps":[{"cap":2,"periodInHours":24}]"#, #""displayPeriodInHours":24"#),
      (reminders(within: 72, every: 12), reminders(within: 48, every: 12)),
      (reminders(within: 72, every: 6), reminders(within: 72, every: 12)),
    ])
  func stricter(_ open: String, _ strict: String) throws {
    #expect(
      try Self.verdicts([Self.update(open)], [Self.update(strict)]) == ["doesNotHold", "holds", "holds"])
    #expect(
      try Self.verdicts([Self.update(strict)], [Self.update(open)]) == ["doesNotHold", "doesNotHold", "holds"])
  }

  @Test(
    "A deadline that is added forces more, and nobody who saw nothing before is asked where it is taken away",
    arguments: [
      ("", #""deadline":{"deferrals":3}"#), ("", #""deadline":{"afterFirstShownInHours":72}"#),
      ("", #""deadline":{"at":"2026-12-01T00:00:00Z"}"#),
      (#""triggers":["launch"]"#, #""triggers":["launch"],"deadline":{"deferrals":2}"#),
      (#""displayPeriodInHours":24"#, #""displayPeriodInHours":24,"deadline":{"afterFirstShownInHours":72}"#),
    ])
  func deadlineAlone(_ open: String, _ due: String) throws {
    let added = try Self.verdicts([Self.update(open)], [Self.update(due)])
    #expect(added == ["doesNotHold", "doesNotHold", "doesNotHold"])
    let removed = try Self.verdicts([Self.update(due)], [Self.update(open)])
    #expect(removed == ["doesNotHold", "holds", "holds"])
  }

  @Test("A count that becomes a period asks again once the count is used up")
  func countBecomesPeriod() throws {
    let verdicts = try Self.verdicts(
      [Self.update(#""maxDisplayCount":3"#)], [Self.update(#""displayPeriodInHours":24"#)])
    #expect(verdicts == ["doesNotHold", "doesNotHold", "holds"])
  }

  private static func reminders(within: Int, every: Int) -> String {
    let reminder = #"{"withinHours":\#(within),"displayPeriodInHours":\#(every)}"#
    return #""displayPeriodInHours":168,"deadline":{"at":"2027-06-01T00:00Z","reminders":[\#(reminder)]}"#
  }

  @Test(
    "A later deadline forces no more, and an earlier one does",
    arguments: [
      (#"{"deferrals":2}"#, #"{"deferrals":3}"#),
      (#"{"afterFirstShownInHours":48}"#, #"{"afterFirstShownInHours":72}"#),
      (#"{"at":"2027-06-01","graceInHours":48}"#, #"{"at":"2027-06-01","graceInHours":72}"#),
      (#"{"at":"2027-06-01","graceInHours":48}"#, #"{"at":"2027-06-02","graceInHours":48}"#),
      (#"{"at":"2027-06-01","afterFirstShownInHours":48}"#, #"{"afterFirstShownInHours":48}"#),
    ])
  func deadlines(_ sooner: String, _ later: String) throws {
    let updates = [sooner, later].map { Self.update(#""displayPeriodInHours":24,"deadline":"# + $0) }
    #expect(try Self.verdicts([updates[0]], [updates[1]])[2] == "holds")
    #expect(try Self.verdicts([updates[1]], [updates[0]])[2] == "doesNotHold")
  }

  @Test("Rules with other ids, or of one prompt in another order, have the histories of their places")
  func places() throws {
    let limits = [#""maxDisplayCount":2"#, #""displayPeriodInHours":24"#]
    let rules = limits.enumerated().map { Self.update($1, id: "\($0)") }
    let renamed = limits.enumerated().map { Self.update($1, id: "new-\($0)") }
    #expect(try Self.verdicts(rules, renamed) == ["holds", "holds", "holds"])
    let same = ["1", "2"].map { Self.update(limits[0], id: $0) }
    #expect(try Self.verdicts(same, same.reversed()) == ["holds", "holds", "holds"])
    let looser = [Self.update(#""maxDisplayCount":3"#, id: "new-0"), renamed[1]]
    #expect(try Self.verdicts(rules, looser) == ["doesNotHold", "doesNotHold", "holds"])
  }

  @Test("A limit for all prompts or for a group is compared as a rule's own is", arguments: [true, false])
  func shared(_ isForAll: Bool) throws {
    let rules = ["1", "2"].map { Self.update(isForAll ? "" : #""groups":["g"]"#, id: $0) }
    func root(_ cap: Int) -> String {
      let caps = #""frequencyCaps":[{"cap":\#(cap),"periodInHours":24}]"#
      return "," + (isForAll ? caps : #""groups":{"g":{\#(caps)}}"#)
    }
    #expect(try Self.verdicts(rules, rules, root: [root(3), root(2)]) == ["doesNotHold", "holds", "holds"])
    #expect(try Self.verdicts(rules, rules, root: [root(2), root(3)]) == ["doesNotHold", "doesNotHold", "holds"])
    let counted = ["1", "2"].map { id in
      Self.update(#""maxDisplayCount":9"# + (isForAll ? "" : #","groups":["g"]"#), id: id)
    }
    #expect(try Self.verdicts(rules, counted, root: [root(2), root(2)])[1] == "holds")
  }

  @Test("A rule with an age, behind another one like it, changes nothing")
  func aged() throws {
    let age = #""forceUpdate":true,"releasedAt":"2026-03-10T12:00Z","releasedForDays":10"#
    let rules = ["1", "2"].map { AnalyzeTests.update($0, age) }
    #expect(try Self.verdicts([rules[0]], rules) == ["holds", "holds", "holds"])
  }
}
