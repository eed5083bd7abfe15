import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

/// Deadlines, budgets and roll-outs in phases, tried on a fleet.
@Suite("A what-if about who is asked when")
struct WhatIfAttentionTests {
  /// Three installations that draw 0, 4000 and 9999 for the rule, each launched on 1 March and back on days of its own.
  private static let fleet: String = [(0, ["3T12", "3T18"]), (4000, ["5T12"]), (9999, [])].enumerated().map {
    index, life in
    func event(_ number: Int, _ hour: String, _ type: String, _ data: String) -> String {
      #"{"specversion":"1.0","id":"\#(index)-\#(number)","source":"/i/\#(index)","type":"\#(type)","time":"2026-03-0\#(hour):00:00Z","#
        + #""data":{\#(data)}}"# + "\n"
    }
    let properties = #""properties":{"appPackageName":"com.example.shop","appVersionName":"1.0","deviceOsName":"ios"}"#
    return event(1, "1T12", "app.launched", properties + #","draws":{"update:r":\#(life.0)}"#)
      + event(
        2, "1T12", "fetch.succeeded",
        #""trigger":"launch","url":"https://example.com/p","format":"herald","status":304"#)
      + life.1.enumerated().map { event(3 + $0.offset, $0.element, "app.foregrounded", "") }.joined()
  }.joined()

  private static func answer(_ keys: String, root: String = "", zone: String = "Z") throws -> ComparisonAnswer {
    try ComparisonAnswer(
      of: fleet.replacing(":00:00Z", with: ":00:00\(zone)"),
      under: """
        {"packageName":"com.example.shop"\(root),"updates":[{"id":"r","targetVersion":"2.0","descriptions":{"*":"New."},
        "targetWebsiteUrl":"https://example.com",\(keys)}]}
        """)
  }

  private static let deadline = #""deadline":{"at":"2026-03-02T00:00:00Z"}"#

  @Test("A deadline says who would have been forced, by which rule and when")
  func deadlineSaysWhoIsForcedWhen() throws {
    let lines = try Self.answer(Self.deadline).lines
    let forced = #""forcedBefore":null,"forced":{"rule":"update:r","kind":"force","time":"2026-03-0"#
    #expect(lines[0].contains(#""source":"/i/0""#))
    #expect(lines[0].contains(forced + #"3T12:00:00.000Z","revision":3}"#))
    #expect(lines[1].contains(forced + #"5T12:00:00.000Z","revision":3}"#))
    #expect(lines[2].contains(#""forcedBefore":null,"forced":null"#))
    #expect(lines.contains(#"{"forcedByDay":{"day":"2026-03-03","before":0,"after":1}}"#))
    #expect(lines.contains(#"{"forcedByDay":{"day":"2026-03-05","before":0,"after":1}}"#))
    #expect(lines.last?.contains(#""forcedBefore":0,"forced":2,"#) == true)
  }

  @Test("A deadline says in words when the first, half and the last are forced")
  func deadlineInWords() throws {
    let words = try Self.answer(Self.deadline).words
    #expect(
      words.contains(
        "0 before, 2 under the other policy: first on 2026-03-03, half of them by 2026-03-03, the last on 2026-03-05 (UTC)"
      ))
    let second = "by update:r (force) at 2026-03-05 12:00:00.000 +00:00, revision 3 (before: never)"
    #expect(words.contains(second))
  }

  @Test("Days, versions and systems with as many prompts as before are counted, and not listed")
  func onlyChanges() throws {
    let rows = try Self.answer(Self.deadline).words.split(separator: "\n")
    let parts = rows.filter { ["Day  ", "Version  ", "System  "].contains(where: $0.hasPrefix) }
    #expect(parts.contains { $0.contains(" → ") })
    for row in parts.compactMap({ $0.firstMatch(of: /prompts ([0-9,]+) → ([0-9,]+)/) }) { #expect(row.1 != row.2) }
  }

  @Test("The time of a force is in UTC, whatever the device's zone")
  func timeOfAForceIsInUTC() throws {
    let answer = try Self.answer(Self.deadline, zone: "+02:00")
    #expect(answer.lines[0].contains(#""forced":{"rule":"update:r","kind":"force","time":"2026-03-03T10:00:00.000Z""#))
    #expect(answer.words.contains("2026-03-03 (UTC): prompts 0 → 2"))
  }

  @Test("A step that starts after the year 9999 has no date")
  func stepAfterTheLastYear() throws {
    let phases = #""phasedRollout":{"startAt":"9999-12-31T00:00:00Z","steps":[1,100]}"#
    let answer = try Self.answer(phases)
    let line = try #require(answer.lines.first { $0.hasPrefix(#"{"phasedRollout""#) })
    #expect(line.contains(#"{"start":"9999-12-31T00:00:00.000Z","percent":1,"installations":1}"#))
    #expect(line.contains(#"{"start":null,"percent":100,"installations":3}"#))
    #expect(answer.words.contains("9999-12-31T00:00:00.000Z      1 %  1  "))
    #expect(answer.words.contains("after the year 9999         100 %  3  "))
  }

  @Test("An earlier deadline names who is forced by it alone")
  func anEarlierDeadlineNamesTheForced() throws {
    let documents = ["2026-03-06", "2026-03-04"].map { date in
      """
      {"packageName":"com.example.shop","updates":[{"id":"r","targetVersion":"2.0","descriptions":{"*":"New."},
      "triggers":["foreground"],"targetWebsiteUrl":"https://example.com","deadline":{"at":"\(date)T00:00:00Z"}}]}
      """
    }
    let lines = try ComparisonAnswer(of: Self.fleet, under: documents[1], baseline: documents[0]).lines
    #expect(lines.last?.contains(#""installations":3,"changed":1,"#) == true)
    #expect(lines.count { $0.contains(#""forcedBefore":null,"forced":{"rule":"update:r""#) } == 1)
  }

  @Test(
    "The most prompts that one user sees within 24 hours follow the budget",
    arguments: [("", 2, "03-03 18:00"), (#","frequencyCaps":[{"cap":1,"periodInHours":24}]"#, 1, "03-01 12:00")])
  func mostPromptsADay(budget: String, most: Int, end: String) throws {
    let asked = #""triggers":["launch","foreground"]"#
    let answer = try Self.answer(asked, root: budget)
    #expect(try FigureLimit("mostADay > 1").holds(for: answer.summary) == (most > 1))
    #expect(answer.lines.last?.contains(#""mostADayBefore":0,"mostADay":\#(most),"#) == true)
    #expect(
      answer.words.contains("0 prompts before, \(most) under the other policy, by /i/0 in the 24 hours to 2026-\(end)"))
  }

  @Test("A phased roll-out is drawn over the installations that the rule is for")
  func phasedRolloutIsDrawn() throws {
    let phases = #""phasedRollout":{"startAt":"2026-06-01T00:00:00Z","steps":[1,50,100]}"#
    let answer = try Self.answer(phases)
    let line = try #require(answer.lines.first { $0.hasPrefix(#"{"phasedRollout""#) })
    #expect(line.contains(#""rule":"update:r","installations":3,"#))
    #expect(line.contains(#"{"start":"2026-06-01T00:00:00.000Z","percent":1,"installations":1}"#))
    #expect(line.contains(#"{"start":"2026-06-02T00:00:00.000Z","percent":50,"installations":2}"#))
    #expect(line.contains(#"{"start":"2026-06-03T00:00:00.000Z","percent":100,"installations":3}"#))
    #expect(answer.words.contains("update:r: the rule is for 3 of 3 installations"))
    #expect(answer.words.contains("2026-06-02T00:00:00.000Z     50 %  2  " + String(repeating: "█", count: 20) + "\n"))
  }

  @Test("A phased roll-out leaves out devices that the rule is not for")
  func phasedRolloutLeavesOthersOut() throws {
    let answer = try Self.answer(
      #""filters":{"deviceOsName":"android"},"phasedRollout":{"startAt":"2026-06-01T00:00:00Z"}"#)
    #expect(!answer.words.contains("Roll-out"))
  }
}
