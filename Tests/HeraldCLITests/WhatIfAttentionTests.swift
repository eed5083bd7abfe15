import Foundation
import Testing

/// Deadlines, budgets and roll-outs in phases, tried on a fleet.
@Suite("herald whatif and who is asked when")
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

  private func run(
    _ keys: String, root: String = "", zone: String = "Z", _ more: String...
  ) throws -> Herald.Run {
    let scratch = try Scratch()
    let log = try scratch.write(Self.fleet.replacing(":00:00Z", with: ":00:00\(zone)"), to: "fleet.jsonl")
    let policy = try scratch.write(
      """
      {"packageName":"com.example.shop"\(root),"updates":[{"id":"r","targetVersion":"2.0","descriptions":{"*":"New."},
      "targetWebsiteUrl":"https://example.com",\(keys)}]}
      """, to: "new.json")
    return try Herald.run(["whatif", log, "--policy", policy] + more)
  }

  @Test("A deadline in herald whatif says who would have been forced, by which rule and when")
  func deadlineSaysWhoIsForcedWhen() throws {
    let run = try run(#""deadline":{"at":"2026-03-02T00:00:00Z"}"#)
    #expect(run.status == 0)
    let forced = #""forcedBefore":null,"forced":{"rule":"update:r","kind":"force","time":"2026-03-0"#
    #expect(run.lines[0].contains(#""source":"/i/0""#))
    #expect(run.lines[0].contains(forced + #"3T12:00:00.000Z","revision":3}"#))
    #expect(run.lines[1].contains(forced + #"5T12:00:00.000Z","revision":3}"#))
    #expect(run.lines[2].contains(#""forcedBefore":null,"forced":null"#))
    #expect(run.lines.contains(#"{"forcedByDay":{"day":"2026-03-03","before":0,"after":1}}"#))
    #expect(run.lines.contains(#"{"forcedByDay":{"day":"2026-03-05","before":0,"after":1}}"#))
    #expect(run.lines.last?.contains(#""forcedBefore":0,"forced":2,"#) == true)
  }

  @Test("A deadline in herald whatif says in words when the first, half and the last are forced")
  func deadlineInWords() throws {
    let run = try run(#""deadline":{"at":"2026-03-02T00:00:00Z"}"#, "--format", "human")
    #expect(
      run.output.contains(
        "0 before, 2 under the other policy: first on 2026-03-03, half of them by 2026-03-03, the last on 2026-03-05 (UTC)"
      ))
    let second = "by update:r (force) at 2026-03-05 12:00:00.000 +00:00, revision 3 (before: never)"
    #expect(run.output.contains(second))
  }

  @Test("The time of a force in herald whatif is in UTC, whatever the device's zone")
  func timeOfAForceIsInUTC() throws {
    let run = try run(#""deadline":{"at":"2026-03-02T00:00:00Z"}"#, zone: "+02:00")
    #expect(run.lines[0].contains(#""forced":{"rule":"update:r","kind":"force","time":"2026-03-03T10:00:00.000Z""#))
    let words = try self.run(#""deadline":{"at":"2026-03-02T00:00:00Z"}"#, zone: "+02:00", "--format", "human")
    #expect(words.output.contains("2026-03-03 (UTC): prompts 0 → 2"))
  }

  @Test("A step that starts after the year 9999 has no date in herald whatif")
  func stepAfterTheLastYear() throws {
    let phases = #""phasedRollout":{"startAt":"9999-12-31T00:00:00Z","steps":[1,100]}"#
    let line = try #require(try run(phases).lines.first { $0.hasPrefix(#"{"phasedRollout""#) })
    #expect(line.contains(#"{"start":"9999-12-31T00:00:00.000Z","percent":1,"installations":1}"#))
    #expect(line.contains(#"{"start":null,"percent":100,"installations":3}"#))
    let words = try run(phases, "--format", "human").output
    #expect(words.contains("9999-12-31T00:00:00.000Z      1 %  1  "))
    #expect(words.contains("after the year 9999         100 %  3  "))
  }

  @Test("An earlier deadline in herald whatif names who is forced by it alone")
  func anEarlierDeadlineNamesTheForced() throws {
    let scratch = try Scratch()
    let log = try scratch.write(Self.fleet, to: "fleet.jsonl")
    let documents = try ["2026-03-06", "2026-03-04"].map { date in
      try scratch.write(
        """
        {"packageName":"com.example.shop","updates":[{"id":"r","targetVersion":"2.0","descriptions":{"*":"New."},
        "triggers":["foreground"],"targetWebsiteUrl":"https://example.com","deadline":{"at":"\(date)T00:00:00Z"}}]}
        """, to: "\(date).json")
    }
    let run = try Herald.run("whatif", log, "--policy", documents[1], "--baseline", documents[0])
    #expect(run.lines.last?.contains(#""installations":3,"changed":1,"#) == true)
    #expect(run.lines[0].contains(#""forcedBefore":null,"forced":{"rule":"update:r""#))
  }

  @Test(
    "The most prompts that one user sees within 24 hours follow the budget in herald whatif",
    arguments: [("", 2, "03-03 18:00"), (#","frequencyCaps":[{"cap":1,"periodInHours":24}]"#, 1, "03-01 12:00")])
  func mostPromptsADay(budget: String, most: Int, end: String) throws {
    let asked = #""triggers":["launch","foreground"]"#
    let run = try run(asked, root: budget, "--fail-if", "mostADay > 1")
    #expect(run.status == (most > 1 ? 2 : 0))
    #expect(run.lines.last?.contains(#""mostADayBefore":0,"mostADay":\#(most),"#) == true)
    let words = try self.run(asked, root: budget, "--format", "human")
    #expect(
      words.output.contains("0 prompts before, \(most) under the other policy, by /i/0 in the 24 hours to 2026-\(end)"))
  }

  @Test("A phased roll-out in herald whatif is drawn over the installations that the rule is for")
  func phasedRolloutIsDrawn() throws {
    let phases = #""phasedRollout":{"startAt":"2026-06-01T00:00:00Z","steps":[1,50,100]}"#
    let run = try run(phases)
    let line = try #require(run.lines.first { $0.hasPrefix(#"{"phasedRollout""#) })
    #expect(line.contains(#""rule":"update:r","installations":3,"#))
    #expect(line.contains(#"{"start":"2026-06-01T00:00:00.000Z","percent":1,"installations":1}"#))
    #expect(line.contains(#"{"start":"2026-06-02T00:00:00.000Z","percent":50,"installations":2}"#))
    #expect(line.contains(#"{"start":"2026-06-03T00:00:00.000Z","percent":100,"installations":3}"#))
    let words = try self.run(phases, "--format", "human")
    #expect(words.output.contains("update:r: the rule is for 3 of 3 installations"))
    #expect(words.output.contains("2026-06-02T00:00:00.000Z     50 %  2  " + String(repeating: "█", count: 20) + "\n"))
  }

  @Test("A phased roll-out in herald whatif leaves out devices that the rule is not for")
  func phasedRolloutLeavesOthersOut() throws {
    let run = try run(
      #""filters":{"deviceOsName":"android"},"phasedRollout":{"startAt":"2026-06-01T00:00:00Z"}"#, "--format", "human")
    #expect(!run.output.contains("Roll-out"))
  }
}
