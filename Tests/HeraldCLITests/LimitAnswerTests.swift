import Foundation
import Testing

import struct Herald.Document

/// Answers about limits, operations and deadlines.
@Suite("What answers say of limits")
struct LimitAnswerTests {
  private static let properties = #""appPackageName":"com.example.shop","appVersionName":"1.0","deviceOsName":"ios""#

  /// A log of one device: it launches, fetches a document, and then what is given, each a minute after the one before.
  private static func log(_ document: String, _ events: [(type: String, data: String)]) throws -> String {
    let quoted = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
    let digest = Document(text: document, format: "herald").digest
    let first = [
      ("app.launched", #""properties":{\#(properties)}"#),
      (
        "fetch.succeeded",
        #""trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"digest":"\#(digest)","#
          + #""document":\#(quoted)"#
      ),
    ]
    return (first + events.map { ($0.type, $0.data) }).enumerated().map { index, event in
      let minute = String(100 + index % 60).dropFirst()
      let hour = String(100 + 8 + index / 60).dropFirst()
      return #"{"specversion":"1.0","id":"e\#(index)","source":"/i/1","type":"\#(event.0)","#
        + #""time":"2026-03-02T\#(hour):\#(minute):00Z","data":{\#(event.1)}}"# + "\n"
    }.joined()
  }

  /// A showing of a message and its answer.
  private static func showing(of rule: String, _ id: Int) -> [(type: String, data: String)] {
    [
      ("prompt.shown", #""prompt":"p\#(id)","rule":"\#(rule)","kind":"message""#),
      ("button.chosen", #""prompt":"p\#(id)","button":"dismiss""#),
    ]
  }

  private func run(_ log: String, _ command: [String]) throws -> Herald.Run {
    let scratch = try Scratch()
    return try Herald.run(command + [try scratch.write(log, to: "log.jsonl")])
  }

  private static let budget = """
    {"packageName":"com.example.shop","frequencyCaps":[{"cap":32,"periodInHours":24}],
     "messages":[{"id":"m","descriptions":{"*":"Hello."}}]}
    """

  @Test(
    "herald audit --budget finds the showing after the last that a full record allows",
    arguments: [(32, 0), (33, 1), (34, 2)])
  func budgetOfAFullRecord(showings: Int, exceeded: Int) throws {
    let log = try Self.log(Self.budget, (0..<showings).flatMap { Self.showing(of: "message:m", $0) })
    let run = try run(log, ["audit", "--budget"])
    #expect(run.lines.count { $0.contains(#""overBudget":{"#) } == exceeded)
    #expect(run.lines.contains { $0.contains(#""overBudget":\#(exceeded)"#) })
  }

  @Test("herald audit --budget counts a showing once, however many limits it went beyond")
  func showingOverTwoBudgets() throws {
    let document = Self.budget.replacingOccurrences(
      of: #"[{"cap":32,"periodInHours":24}]"#, with: #"[{"cap":1,"periodInHours":24},{"cap":1,"periodInHours":48}]"#)
    let log = try Self.log(document, (0..<2).flatMap { Self.showing(of: "message:m", $0) })
    let run = try run(log, ["audit", "--budget"])
    #expect(run.lines.count { $0.contains(#""overBudget":{"#) } == 2)
    #expect(run.lines.contains { $0.contains(#""overBudget":1,"#) })
  }

  @Test("herald audit accuses nobody behind missing revisions, and compares no showing there with a budget")
  func auditBehindAGap() throws {
    let document = Self.budget.replacingOccurrences(of: #""cap":32"#, with: #""cap":1"#)
    let lines = try Self.log(document, (0..<2).flatMap { Self.showing(of: "message:m", $0) }).split(separator: "\n")
    let numbered = lines.enumerated().map { index, line in
      line.replacingOccurrences(of: #"","source""#, with: #"","revision":\#(index + 1),"source""#) + "\n"
    }
    // The fourth event is the answer to the first showing.
    let run = try run((numbered[..<3] + numbered[4...]).joined(), ["audit", "--budget", "--partial"])
    #expect(
      run.lines.contains { $0.contains(#""verdict":"unknown""#) && $0.contains(#""missing":[{"from":4,"to":4}]"#) })
    #expect(!run.lines.contains { $0.contains(#""overBudget":{"#) })
    let summary = try #require(run.lines.last)
    #expect(summary.contains(#""justified":1,"unjustified":0,"missed":0,"open":0,"unknown":1"#))
    #expect(summary.contains(#""overBudget":0,"overBudgetByRight":0,"overBudgetUnknown":1"#))
    #expect(run.status == 0)
  }

  private static let operation = """
    {"packageName":"com.example.shop","messages":[
      {"id":"m","triggers":["operation:pay"],"descriptions":{"*":"Hello."}}]}
    """

  @Test("herald check asks at an operation by its name", arguments: [("pay", true), ("view", false)])
  func checkAtAnOperation(name: String, isShown: Bool) throws {
    let scratch = try Scratch()
    let policy = try scratch.write(Self.operation, to: "policy.json")
    let device = ["appPackageName=com.example.shop", "appVersionName=1.0", "deviceOsName=ios"]
    let run = try Herald.run(
      ["check", "--policy", policy, "--trigger", "operation", "--operation", name]
        + device.flatMap { ["--property", $0] })
    #expect(run.output.contains(#""reason":"shown""#) == isShown)
  }

  @Test("herald why --not names the operation that would have shown a rule")
  func whyNotNamesTheOperation() throws {
    let log = try Self.log(Self.operation, [])
    let run = try run(log, ["why", "--not", "message:m", "--format", "human"])
    #expect(run.output.contains("the trigger had been operation:pay instead of launch"))
  }

  private static let twice = """
    {"packageName":"com.example.shop","messages":[
      {"id":"m","triggers":["launch","foreground"],"frequencyCaps":[{"cap":2,"periodInHours":24}],
       "descriptions":{"*":"Hello."}}]}
    """

  @Test("herald why --again says how many of the showings that a cap allows there were")
  func whyAgainNamesTheCap() throws {
    let log = try Self.log(Self.twice, Self.showing(of: "message:m", 1) + [("app.foregrounded", "")])
    let run = try run(log, ["why", "--again", "--format", "human"])
    #expect(run.output.contains("1 of at most 2 showings in the last 1 d"))
  }

  private static let both = """
    {"packageName":"com.example.shop","frequencyCaps":[{"cap":2,"periodInHours":24}],"messages":[
      {"id":"n","triggers":["foreground"],"descriptions":{"*":"News."}}]}
    """

  @Test("herald why names the showings of other rules that fill a budget, with their events")
  func whyNamesTheShowingsOfABudget() throws {
    let others = Self.showing(of: "message:m", 1) + Self.showing(of: "message:o", 2)
    let log = try Self.log(Self.both, others + [("app.foregrounded", "")])
    let run = try run(log, ["why", "--revision", "7", "--format", "human"])
    #expect(run.output.contains("showed message:m, which fills a limit"))
    #expect(run.output.contains("showed message:o, which fills a limit"))
    let json = try self.run(log, ["why", "--revision", "7"])
    #expect(json.output.contains(#""from":5"#))
  }

  private static let distant = """
    {"packageName":"com.example.shop","quietHours":{"from":"22:00","to":"07:00"},"updates":[
      {"id":"u","targetVersion":"2.0","triggers":["launch","foreground"],"displayPeriodInHours":9007199254740991,
       "deadline":{"afterFirstShownInHours":9007199254740991},"targetWebsiteUrl":"https://example.com",
       "descriptions":{"*":"New."}}]}
    """

  @Test("herald why answers where a period and a deadline end after all dates")
  func endsBeyondAllDates() throws {
    let shown = [
      (type: "prompt.shown", data: #""prompt":"p","rule":"update:u","kind":"optional""#),
      (type: "button.chosen", data: #""prompt":"p","button":"later""#), (type: "app.foregrounded", data: ""),
    ]
    let run = try run(try Self.log(Self.distant, shown), ["why", "--revision", "5", "--format", "human"])
    #expect(run.status == 0)
    #expect(!run.output.contains("its time begins when it is first shown"))
  }
}
