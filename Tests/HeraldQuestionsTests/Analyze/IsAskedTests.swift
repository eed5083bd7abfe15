import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The promise that nobody is asked too often")
struct IsAskedTests {
  @Test(
    "The limits of single rules prove that nobody is asked too often, and a life shows who is",
    arguments: [
      (#""maxDisplayCount":3"#, "holds"), (#""displayPeriodInHours":8"#, "holds"),
      (#""frequencyCaps":[{"cap":1,"periodInHours":12}]"#, "holds"), ("", "doesNotHold"),
      (#""maxDisplayCount":4"#, "doesNotHold"), (#""displayPeriodInHours":7"#, "doesNotHold"),
    ])
  func isAsked(_ keys: String, _ verdict: String) throws {
    let statement = #"{"no":{},"isAsked":{"moreThan":3,"inHours":24},"of":["optional","message"]}"#
    let answer = try PromisesTests.answer([statement], [AnalyzeTests.update("1", keys)])
    #expect(answer.promises[0].verdict.word == verdict, "\(answer.words)")
  }

  @Test(
    "Rules of other devices do not count for a device, and a kind that is not asked about needs no limit",
    arguments: [
      (#""maxDisplayCount":2,"filters":{"deviceOsName":"ios"}"#, #""filters":{"deviceOsName":"android"}"#, "holds"),
      (#""maxDisplayCount":2,"filters":{"appVersionName":"<3"}"#, #""filters":{"appVersionName":">=3"}"#, "holds"),
      (#""maxDisplayCount":2,"filters":{"appVersionName":"<3"}"#, #""filters":{"appVersionName":"<4"}"#, "doesNotHold"),
      (#""maxDisplayCount":1,"forceUpdateTypes":["major"],"targetVersion":"9""#, "", "holds"),
      (#""maxDisplayCount":1,"deadline":{"at":"2026-06-01T00:00Z"}"#, "", "holds"),
    ])
  func isAskedOneDevice(_ first: String, _ second: String, _ verdict: String) throws {
    let updates = [
      AnalyzeTests.update("1", first),
      AnalyzeTests.update("2", #""maxDisplayCount":2"# + (second.isEmpty ? "" : "," + second)),
    ]
    let statement = #"{"no":{},"isAsked":{"moreThan":3,"inHours":24},"of":["optional","message"]}"#
    let answer = try PromisesTests.answer([statement], updates)
    #expect(answer.promises[0].verdict.word == verdict, "\(answer.words)")
  }

  @Test(
    "A reminder that comes more often than the rule itself counts, and a kind that has risen has no limit",
    arguments: [
      (#""deadline":{"at":"2027-06-01T00:00Z","reminders":[{"withinHours":72,"displayPeriodInHours":12}]}"#, false),
      (#""deadline":{"at":"2027-06-01T00:00Z","reminders":[{"withinHours":72,"displayPeriodInHours":2}]}"#, true),
    ])
  func isAskedByReminders(_ deadline: String, _ isBroken: Bool) throws {
    let update = AnalyzeTests.update("1", #""displayPeriodInHours":24,"# + deadline)
    let verdicts = try [#""optional","message""#, #""optional","force""#].map { kinds in
      try PromisesTests.verdict(#"{"no":{},"isAsked":{"moreThan":3,"inHours":24},"of":[\#(kinds)]}"#, [update])
    }
    #expect((verdicts[0] == "holds") == !isBroken)
    #expect(verdicts[1] != "holds")
  }

  @Test("No limit bounds an update that is critical for the installed version", arguments: [true, false])
  func isAskedCritical(_ isCritical: Bool) throws {
    let item = """
      <item><title>t</title><description>New.</description><link>https://h/</link><s:version>2.0</s:version>\
      <enclosure url="https://h/"/>\(isCritical ? "<s:criticalUpdate/>" : "")</item>
      """
    let document = Document(
      text: #"<rss xmlns:s="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel>\#(item)</channel></rss>"#,
      format: "appcast", url: "https://h/", houseRules: HouseRules(json: #"{"maxDisplayCount":1}"#))
    let promises = try PromiseFile(
      #"[{"no":{},"isAsked":{"moreThan":1,"inHours":24},"of":["optional"]}]"#, named: "promises.json"
    ).promises
    let answer = try PromisesQuestion(document, named: "p.xml", promises, named: "promises.json").answer()
    #expect((answer.promises[0].verdict.word == "holds") == !isCritical, "\(answer.words)")
  }

  @Test("A force that most devices see first does not hide a life in which another prompt comes too often")
  func isAskedBehindForce() throws {
    let updates = [
      AnalyzeTests.update("1", #""forceUpdate":true,"filters":{"appVersionName":"<40"}"#), AnalyzeTests.update("2"),
    ]
    let statement = #"{"no":{},"isAsked":{"moreThan":3,"inHours":24},"of":["optional"]}"#
    #expect(try PromisesTests.verdict(statement, updates) == "doesNotHold")
  }

  private static let target = #""targetVersion":"2.0""#

  @Test(
    "A rule with a deadline or several limits shows the most that a beginning leads to, and a life shows it",
    arguments: [
      (#""displayPeriodInHours":24,"deadline":{"afterFirstShownInHours":48},\#(target)"#, 168, 2),
      (reminding(#""at":"2027-06-01T00:00Z""#, within: 72, every: 12), 168, 7),
      (reminding(#""at":"2027-06-01T00:00Z","graceInHours":96"#, within: 72, every: 12), 168, 7),
      (reminding(#""afterFirstShownInHours":240"#, within: 48, every: 24), 72, 3),
      (reminding(#""afterFirstShownInHours":240"#, within: 48, every: 24) + #","maxDisplayCount":2"#, 72, 1),
      (#""frequencyCaps":[{"cap":1,"periodInHours":10},{"cap":2,"periodInHours":48}]"#, 72, 4),
      (#""frequencyCaps":[{"cap":3,"periodInHours":24},{"cap":4,"periodInHours":48}]"#, 72, 7),
      (#""displayPeriodInHours":24,"deadline":{"deferrals":3},\#(target)"#, 72, 3),
      (reminding(#""deferrals":9"#, within: 72, every: 12), 400, 3),
    ])
  func most(_ keys: String, _ hours: Int, _ most: Int) throws {
    let verdicts = try (most - 1...most + 1).map { count in
      try PromisesTests.verdict(
        #"{"no":{},"isAsked":{"moreThan":\#(count),"inHours":\#(hours)},"of":["optional"]}"#,
        [AnalyzeTests.update("1", keys)])
    }
    #expect(verdicts == ["doesNotHold", "holds", "holds"])
  }

  private static func reminding(_ deadline: String, within: Int, every: Int) -> String {
    #""displayPeriodInHours":168,\#(target),"deadline":{\#(deadline),"reminders":[{"withinHours":\#(within),"#
      + #""displayPeriodInHours":\#(every)}]}"#
  }

  @Test("A date on the device's clock leaves undecided what a traveller alone may see")
  func travellers() throws {
    let keys = Self.reminding(#""at":"2027-06-01""#, within: 72, every: 12)
    let verdicts = try [6, 7, 9, 10].map { count in
      try PromisesTests.verdict(
        #"{"no":{},"isAsked":{"moreThan":\#(count),"inHours":168}}"#, [AnalyzeTests.update("1", keys)])
    }
    #expect(verdicts == ["doesNotHold", "doesNotHold", "doesNotHold", "doesNotHold"])
    let optional = try [6, 7, 9, 10].map { count in
      try PromisesTests.verdict(
        #"{"no":{},"isAsked":{"moreThan":\#(count),"inHours":168},"of":["optional"]}"#,
        [AnalyzeTests.update("1", keys)])
    }
    #expect(optional == ["doesNotHold", "notDecided", "notDecided", "holds"])
  }

  @Test(
    "A force that deferrals bring waits after each prompt, and one that a date or an age brings does not",
    arguments: [
      (#"{"deferrals":3}"#, "holds"), (#"{"deferrals":3,"at":"2026-06-01"}"#, "doesNotHold"),
      (#"{"deferrals":3,"afterFirstShownInHours":2400}"#, "doesNotHold"),
      (#"{"at":"2026-06-01","graceInHours":2400}"#, "doesNotHold"),
    ])
  func risen(_ deadline: String, _ verdict: String) throws {
    let update = AnalyzeTests.update("1", #""displayPeriodInHours":24,\#(Self.target),"deadline":\#(deadline)"#)
    let statement = #"{"no":{},"isAsked":{"moreThan":1,"inHours":24},"of":["force"]}"#
    #expect(try PromisesTests.verdict(statement, [update]) == verdict)
  }

  @Test(
    "Windows of dates that lie apart do not add up",
    arguments: [("2026-05-03T00:00Z", "holds"), ("2026-05-01T12:00Z", "doesNotHold"), ("2026-05-02", "notDecided")])
  func windows(_ start: String, _ verdict: String) throws {
    let updates = [
      AnalyzeTests.update("1", #""maxDisplayCount":1,"displayBeforeDate":"2026-05-01T00:00Z""#),
      AnalyzeTests.update("2", #""maxDisplayCount":1,"displayAfterDate":"\#(start)""#),
    ]
    let statement = #"{"no":{},"isAsked":{"moreThan":1,"inHours":24},"of":["optional"]}"#
    #expect(try PromisesTests.verdict(statement, updates) == verdict)
  }

  @Test("The limit of a group counts once for all its rules", arguments: [(1, "doesNotHold"), (2, "holds")])
  func groups(_ count: Int, _ verdict: String) throws {
    func update(_ id: Int, _ keys: String) -> String {
      #"{"id":"\#(id)","descriptions":{"*":"New."},"targetWebsiteUrl":"https://h.example",\#(keys)}"#
    }
    let updates = [update(1, #""groups":["g"]"#), update(2, #""groups":["g"]"#), update(3, #""maxDisplayCount":1"#)]
    let document = Document(
      text: """
        {"packageName":"com.example.shop","groups":{"g":{"frequencyCaps":[{"cap":1,"periodInHours":24}]}},\
        "updates":[\(updates.joined(separator: ","))]}
        """, format: "herald")
    let statement = #"[{"no":{},"isAsked":{"moreThan":\#(count),"inHours":24},"of":["optional"]}]"#
    let question = PromisesQuestion(
      document, named: "p.json", try PromiseFile(statement, named: "q").promises, named: "q")
    #expect(try question.answer().promises[0].verdict.word == verdict)
  }
}
